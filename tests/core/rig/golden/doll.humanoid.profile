base: vrm
boneCount: 2
roles:
  hips: Hips
