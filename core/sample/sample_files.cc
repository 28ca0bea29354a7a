#include "core/sample/sample_files.h"

#include <cassert>
#include <utility>

#include "core/sample/make_clip.h"
#include "core/sample/sample_glb.h"

namespace retarget {

namespace {

// The styles below are valid by construction; the tests make them all.
GeneratedRig MustGenerate(const RigStyle& style) {
  absl::StatusOr<GeneratedRig> rig = GenerateRig(style);
  assert(rig.ok());
  return *std::move(rig);
}

std::string MustWrite(const GeneratedRig& rig, absl::Span<const Clip> clips, const SampleColor& color) {
  absl::StatusOr<std::string> bytes = SampleGlb(rig, clips, color);
  assert(bytes.ok());
  return *std::move(bytes);
}

}  // namespace

GeneratedRig HeroRig() {
  RigStyle style;
  style.name = "hero";
  style.parents = Parents::kScale001;
  style.fingers = true;
  style.profile = false;
  return MustGenerate(style);
}

GeneratedRig ImpRig() {
  RigStyle style;
  style.name = "imp";
  style.rest_axis = RestAxis::kXAlongBone;
  style.pose = PoseStyle::kA;
  style.naming = Naming::kUnreal;
  style.spine_count = 2;
  style.profile = false;
  style.proportions = {.hips_height = 0.62,
                       .thigh_share = 0.5,
                       .ankle_height = 0.08,
                       .foot_length = 0.16,
                       .hip_half_width = 0.11,
                       .trunk_length = 0.36,
                       .neck_length = 0.07,
                       .head_length = 0.30,
                       .shoulder_half_width = 0.17,
                       .upper_arm_length = 0.24,
                       .forearm_length = 0.27,
                       .hand_length = 0.22};
  return MustGenerate(style);
}

std::vector<Clip> HeroClips() {
  const GeneratedRig hero = HeroRig();
  return {MakeClip(hero, WalkMotion(), "Walk", EvenTimes(1.0, 31)),
          MakeClip(hero, WaveMotion(), "Wave", EvenTimes(2.0, 61))};
}

SamplePair MakeSamplePair() { return {HeroRig().rig, HeroClips().front(), ImpRig().rig}; }

std::vector<SampleFile> SampleFiles() {
  return {{"hero.glb", MustWrite(HeroRig(), HeroClips(), {0.25f, 0.45f, 0.75f})},
          {"imp.glb", MustWrite(ImpRig(), {}, {0.70f, 0.30f, 0.20f})}};
}

}  // namespace retarget
