base: "hand: made"
boneCount: 9
roles:
  hips: b@0
  spine: a
  neck: b@2
  head: "@3"
  leftarm: b@0@4
  Zebra: "null"
  "tail one": mixamorig:Spine
  "yes": "- 12"
  "~": "x: #y 'z' \"w\"\x09骨"
