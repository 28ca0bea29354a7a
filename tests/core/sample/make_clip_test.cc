#include "core/sample/make_clip.h"

#include <gtest/gtest.h>

#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/sample/sample_files.h"
#include "tests/support/generated.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using testing::Describe;
using testing::ErrorAgainst;
using testing::IsWithin;
using testing::MustGenerate;
using testing::PoseError;
using testing::RandomStyle;
using testing::RestPoseOf;

constexpr double kFloatPose_rad = 2e-6;  // ten bones, each rounded to float: 6e-8 a component, angle twice that
constexpr double kFloatHips = 1e-6;      // hips heights, one rounding of a position a few hips heights from the origin

TEST(MakeClip, IsValidAndPlaysTheMotionOnEveryStyle) {
  PoseError worst;
  for (uint64_t seed = 0; seed < 60; ++seed) {
    const GeneratedRig rig = MustGenerate(RandomStyle(seed));
    const AnalyticMotion motion = RandomMotion(seed);
    const std::vector<float> times = EvenTimes(1.0, 7);
    const Clip clip = MakeClip(rig, motion, "m", times);
    ASSERT_OK(ValidateClip(clip));
    for (float time : times) worst.Add(ErrorAgainst(rig, clip, motion, time));
    ASSERT_THAT(worst, IsWithin(kFloatPose_rad, kFloatHips)) << Describe(rig.style);
  }
  std::cout << "MakeClip against its formulas: " << Describe(worst) << "\n";
}

TEST(MakeClip, BindPoseMotionHoldsTheBindPose) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    RigStyle style = RandomStyle(seed);
    style.rest_is_posed = false;
    const GeneratedRig rig = MustGenerate(style);
    AnalyticMotion bind = BindPoseMotion(style.pose, style.level_soles);
    const std::vector<Quat> world = AnalyticRotations(rig, bind, 0.0);
    const testing::WorldPose rest = RestPoseOf(rig.rig);
    PoseError error;
    for (int i = 0; i < rig.rig.num_bones(); ++i) error.AddAngle(world[i], rest.rotations[i], rig.roles[i]);
    EXPECT_LE(error.angle_rad, 1e-9) << Describe(error) << "; " << Describe(style);
  }
}

// Worked out by hand: arms of a T-pose that drop by a quarter turn point down, whatever the bones' axes are.
TEST(MakeClip, TurnsDirectionsAsTheMotionSays) {
  RigStyle style;
  style.rest_axis = RestAxis::kRandom;
  style.facing_yaw_rad = 0.5 * kPi;
  const GeneratedRig rig = MustGenerate(style);
  AnalyticMotion motion;
  motion.swings.push_back({"leftarm", Vec3(0, 0, 1), -0.5 * kPi, 0, 1, 0});
  motion.travels.push_back({Vec3(0, 0, 0.5), Vec3(0, 0, 0), 1, 0});
  const Clip clip = MakeClip(rig, motion, "drop", EvenTimes(2.0, 2));
  const testing::WorldPose pose = testing::PoseOf(rig.rig, clip, 2.0);
  const auto at = [&](const char* role) { return pose.positions[rig.BoneOf(role)]; };
  EXPECT_LT(AngleBetween(at("leftforearm") - at("leftarm"), Vec3(0, -1, 0)), kFloatPose_rad);
  // A character that faces +X has its right at +Z and walks towards +X, one hips height in two seconds.
  EXPECT_LT(AngleBetween(at("rightforearm") - at("rightarm"), Vec3(0, 0, 1)), kFloatPose_rad);
  EXPECT_NEAR(at("hips").x, rig.hips_height, kFloatHips);
}

TEST(MakeClip, KeepsSignsContinuous) {
  for (const Clip& clip : HeroClips()) {
    for (const Channel& channel : clip.channels) {
      if (channel.path != Path::kRotation) continue;
      for (size_t i = 4; i < channel.values.size(); i += 4) {
        double dot = 0;
        for (size_t c = 0; c < 4; ++c) dot += channel.values[i + c] * channel.values[i - 4 + c];
        EXPECT_GT(dot, 0.5) << clip.name << " " << clip.bone_names[channel.bone];
      }
    }
  }
}

TEST(MakeClip, SampleClipsLoop) {
  const GeneratedRig hero = HeroRig();
  for (const Clip& clip : HeroClips()) {
    const testing::WorldPose first = testing::PoseOf(hero.rig, clip, 0.0);
    const testing::WorldPose last = testing::PoseOf(hero.rig, clip, clip.duration_s);
    for (int bone = 0; bone < hero.rig.num_bones(); ++bone) {
      EXPECT_LT(AngleBetween(first.rotations[bone], last.rotations[bone]), kFloatPose_rad) << clip.name;
    }
  }
}

}  // namespace
}  // namespace retarget
