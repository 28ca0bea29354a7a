// L7: the mirror exchanges left and right and commutes with the bake.

#include "core/retarget/mirror.h"

#include <gtest/gtest.h>

#include "core/math/quaternion.h"
#include "core/retarget/bake.h"
#include "core/retarget/content_hash.h"
#include "core/rig/roles.h"
#include "tests/core/retarget/laws_support.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

BakeOptions Mirror() {
  BakeOptions options;
  options.mirror = true;
  return options;
}

// The mirror image of a motion, from its formula: twins exchanged; a turn about (x, y, z) becomes one about (x, -y,
// -z).
AnalyticMotion Mirrored(AnalyticMotion motion) {
  for (Swing& swing : motion.swings) {
    swing.role = MirroredRole(swing.role);
    swing.axis = {swing.axis.x, -swing.axis.y, -swing.axis.z};
  }
  for (Travel& travel : motion.travels) {
    travel.velocity.x *= -1;
    travel.amplitude.x *= -1;
  }
  return motion;
}

// One side of the body and the hips alone, so that nothing cancels out.
AnalyticMotion Lopsided() {
  AnalyticMotion motion;
  motion.swings.push_back({"leftarm", {0, 0.6, 0.8}, 0.5, 0.7, 1.0, 0.3});
  motion.swings.push_back({"rightleg", {1, 0, 0}, 0.9, 0.2, 2.0, 0.0});
  motion.swings.push_back({"hips", {0, 1, 0}, 0.8, 0.3, 1.0, 1.0});
  motion.travels.push_back({{0.9, 0.0, 0.4}, {0.1, 0.05, 0.2}, 1.0, 0.5});
  return motion;
}

TEST(Mirror, IsTheFormulasMirrorImageOnAnyPairOfRigs) {
  PoseError worst;
  const std::vector<float> times = EvenTimes(1.0, 9);
  for (uint64_t seed = 0; seed < 40; ++seed) {
    const GeneratedRig source = MustGenerate(RandomStyle(2 * seed)), target = MustGenerate(RandomStyle(2 * seed + 1));
    const AnalyticMotion motion = seed % 2 == 0 ? RandomMotion(seed) : Lopsided();
    const Clip baked = MustBake(source.rig, target.rig, MakeClip(source, motion, "m", times), Mirror());
    for (float time_s : times) worst.Add(ErrorAgainst(target, baked, Mirrored(motion), time_s, &source));
  }
  ExpectLaw("L7 mirror, any pair", worst);
}

// bake(mirror(clip)) and mirror(bake(clip)), where a clip is mirrored on its own rig by baking it onto that rig.
TEST(Mirror, CommutesWithTheBake) {
  PoseError worst;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    const GeneratedRig source = MustGenerate(RandomStyle(seed + 50)), target = MustGenerate(RandomStyle(seed + 80));
    const Clip clip = MakeClip(source, RandomMotion(seed), "m", EvenTimes(1.0, 9));
    const Clip mirrored_first = MustBake(source.rig, target.rig, MustBake(source.rig, source.rig, clip, Mirror()));
    const Clip mirrored_last = MustBake(target.rig, target.rig, MustBake(source.rig, target.rig, clip), Mirror());
    for (float time_s : clip.channels[0].times) {
      const WorldPose a = PoseOf(target.rig, mirrored_first, time_s), b = PoseOf(target.rig, mirrored_last, time_s);
      for (int bone = 0; bone < target.rig.num_bones(); ++bone) {
        if (target.roles[bone].empty() || source.BoneOf(target.roles[bone]) < 0) continue;
        worst.AddAngle(a.rotations[bone], b.rotations[bone], target.roles[bone]);
      }
      const int hips = target.BoneOf("hips");
      worst.AddDistance(Length(a.positions[hips] - b.positions[hips]) / target.hips_height, "hips");
    }
  }
  ExpectLaw("L7 mirror commutes", worst);
}

TEST(Mirror, TwiceIsTheOriginal) {
  const GeneratedRig rig = MustGenerate(RandomStyle(7));
  const Clip clip = MakeClip(rig, Lopsided(), "m", EvenTimes(1.0, 9));
  EXPECT_NE(MirroredClip(clip), clip);
  EXPECT_EQ(MirroredClip(MirroredClip(clip)), clip);
  EXPECT_EQ(MirroredProfile(MirroredProfile(*rig.rig.profile())), *rig.rig.profile());
  const Clip baked = MustBake(rig.rig, rig.rig, MustBake(rig.rig, rig.rig, clip, Mirror()), Mirror());
  PoseError worst;
  for (float time_s : clip.channels[0].times) worst.Add(ErrorAgainst(rig, baked, Lopsided(), time_s, &rig));
  ExpectLaw("L7 mirror twice", worst);
}

// Cubic tangents, STEP and translation keys of limbs flip like their values.
TEST(Mirror, FlipsEveryKindOfKey) {
  Clip clip;
  clip.bone_names = {"a"};
  clip.channels.push_back({0, Path::kTranslation, Interpolation::kCubicSpline, {0.0f}, {1, 2, 3, 4, 5, 6, 7, 8, 9}});
  clip.channels.push_back({0, Path::kRotation, Interpolation::kStep, {0.0f}, {0.1f, 0.2f, 0.3f, 0.9f}});
  clip.channels.push_back({0, Path::kScale, Interpolation::kLinear, {0.0f}, {1, 2, 3}});
  const Clip out = MirroredClip(clip);
  EXPECT_EQ(out.channels[0].values, (std::vector<float>{-1, 2, 3, -4, 5, 6, -7, 8, 9}));
  EXPECT_EQ(out.channels[1].values, (std::vector<float>{0.1f, -0.2f, -0.3f, 0.9f}));
  EXPECT_EQ(out.channels[2].values, clip.channels[2].values);
}

TEST(Mirror, ThePlanNamesTheTwinsAndTheKeyChanges) {
  const GeneratedRig source = MustGenerate(RandomStyle(3)), target = MustGenerate(RandomStyle(4));
  const Clip clip = MakeClip(source, Lopsided(), "m", EvenTimes(1.0, 9));
  ASSERT_OK_AND_ASSIGN(const Plan plain, MakePlan(source.rig, target.rig, &clip, {}));
  ASSERT_OK_AND_ASSIGN(const Plan plan, MakePlan(source.rig, target.rig, &clip, Mirror()));
  bool seen = false;
  for (const MappedRole& pair : plan.mapped) {
    EXPECT_EQ(pair.source_bone,
              pair.role.starts_with("spine") ? pair.source_bone : source.BoneOf(MirroredRole(pair.role)));
    seen = seen || pair.role == "leftarm";
  }
  EXPECT_TRUE(seen);
  EXPECT_EQ(plan.source_profile, plain.source_profile);
  EXPECT_EQ(plan.options, (std::vector<OptionText>{{"mirror", "true"}, {"rootMotion", "keep"}}));
  const BakeIdentity a = IdentifyBake(clip, source.rig, target.rig, plain, {});
  const BakeIdentity b = IdentifyBake(clip, source.rig, target.rig, plan, Mirror());
  EXPECT_EQ(a.clip, b.clip);
  EXPECT_EQ(a.rig, b.rig);
  EXPECT_NE(a.options, b.options);
}

}  // namespace
}  // namespace retarget::testing
