#pragma once
// The two characters of every example: "hero" walks and waves, "imp" is built quite differently and has no clips.

#include <string>
#include <vector>

#include "core/clip/clip.h"
#include "core/rig/rig.h"
#include "core/sample/generated_rig.h"

namespace retarget {

// Mixamo-like: names `mixamorig:`, T bind, +Y along the bone, "Armature" above the hips at scale 0.01, fingers.
GeneratedRig HeroRig();
// Unreal-like: names `upperarm_l`, A bind, X along the bone, short legs, long arms, two spine bones.
GeneratedRig ImpRig();
// "Walk" (1 s) and "Wave" (2 s) on the hero, 30 keys a second.
std::vector<Clip> HeroClips();

// A source, a clip on it and a target, for tests: auto [source, clip, target] = MakeSamplePair();
struct SamplePair {
  Rig source;
  Clip clip;
  Rig target;
};
SamplePair MakeSamplePair();

struct SampleFile {
  std::string name;   // "hero.glb"
  std::string bytes;  // a complete GLB: mesh, skin, material and, for the hero, clips
};
// hero.glb and imp.glb; the same bytes every time.
std::vector<SampleFile> SampleFiles();

}  // namespace retarget
