// The laws of retargeting on generated rigs. The right answer always comes from the formulas the rigs were made from,
// never from another bake. Every rig here but those of RestAxis::kIdentity and kWorldAtBind has a rest that is not the
// identity; each test uses at least one such rig.

#include <gtest/gtest.h>

#include <array>

#include "core/base/cat.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/sample/random.h"
#include "tests/core/retarget/laws_support.h"

namespace retarget::testing {
namespace {

constexpr std::array kAllAxes = {RestAxis::kIdentity, RestAxis::kWorldAtBind, RestAxis::kYAlongBone,
                                 RestAxis::kXAlongBone, RestAxis::kRandom};
constexpr std::array kAllPoses = {PoseStyle::kT, PoseStyle::kA, PoseStyle::kI, PoseStyle::kWalkStart};
constexpr std::array kAllParents = {Parents::kNone, Parents::kArmatureMinus90X, Parents::kScale001, Parents::kScale100,
                                    Parents::kPlainNode};

// A source and a target that share nothing but being humanoid.
RigStyle SourceStyle() {
  RigStyle style = RandomStyle(11);
  style.rest_axis = RestAxis::kRandom;
  style.pose = PoseStyle::kA;
  return style;
}
RigStyle TargetStyle() {
  RigStyle style = RandomStyle(12);
  style.rest_axis = RestAxis::kXAlongBone;
  style.pose = PoseStyle::kT;
  style.facing_yaw_rad = 1.0;
  return style;
}

TEST(Laws, AnyMotionOnAnyPairOfRigs) {
  PoseError worst;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    const GeneratedRig source = MustGenerate(RandomStyle(2 * seed)), target = MustGenerate(RandomStyle(2 * seed + 1));
    const PoseError error = BakeAgainstTruth(source, target, RandomMotion(seed));
    EXPECT_THAT(error, IsWithin(kPoseLimit_rad, kHipsLimit))
        << Describe(source.style) << " onto " << Describe(target.style);
    worst.Add(error);
  }
  ExpectLaw("any motion, any pair", worst);
}

TEST(Laws, TheCanonicalPoseBecomesTheCanonicalPose) {
  PoseError worst;
  for (PoseStyle source_pose : kAllPoses) {
    for (PoseStyle target_pose : kAllPoses) {
      RigStyle source = SourceStyle(), target = TargetStyle();
      source.pose = source_pose;
      target.pose = target_pose;
      worst.Add(BakeAgainstTruth(MustGenerate(source), MustGenerate(target), AnalyticMotion()));
    }
  }
  ExpectLaw("L1 canonical pose", worst);
}

// A clip that holds the source's bind pose points the target's limbs the same way, whatever the target's own bind.
TEST(Laws, AHeldBindPosePointsLimbsAlike) {
  PoseError worst;
  for (PoseStyle source_pose : kAllPoses) {
    for (PoseStyle target_pose : kAllPoses) {
      RigStyle source = SourceStyle(), target = TargetStyle();
      source.pose = source_pose;
      target.pose = target_pose;
      const AnalyticMotion hold = BindPoseMotion(source.pose, source.level_soles);
      worst.Add(BakeAgainstTruth(MustGenerate(source), MustGenerate(target), hold));
    }
  }
  ExpectLaw("L1 held bind pose", worst);
}

TEST(Laws, ReRolledRestFramesChangeNothing) {
  PoseError worst;
  for (RestAxis source_axis : kAllAxes) {
    for (RestAxis target_axis : kAllAxes) {
      RigStyle source = SourceStyle(), target = TargetStyle();
      source.rest_axis = source_axis;
      target.rest_axis = target_axis;
      worst.Add(BakeAgainstTruth(MustGenerate(source), MustGenerate(target), RandomMotion(2)));
    }
  }
  ExpectLaw("L2 rest frames", worst);
}

TEST(Laws, TransformsAboveTheHipsChangeNothing) {
  PoseError worst;
  for (Parents source_parents : kAllParents) {
    for (Parents target_parents : kAllParents) {
      RigStyle source = SourceStyle(), target = TargetStyle();
      source.parents = source_parents;
      target.parents = target_parents;
      worst.Add(BakeAgainstTruth(MustGenerate(source), MustGenerate(target), RandomMotion(3)));
    }
  }
  ExpectLaw("L3 parents", worst);
}

TEST(Laws, UnitsChangeNothing) {
  PoseError worst;
  for (double source_scale : {0.01, 1.0, 100.0}) {
    for (double target_scale : {0.01, 1.0, 100.0}) {
      RigStyle source = SourceStyle(), target = TargetStyle();
      source.scale = source_scale;
      target.scale = target_scale;
      worst.Add(BakeAgainstTruth(MustGenerate(source), MustGenerate(target), RandomMotion(4)));
    }
  }
  ExpectLaw("L4 units", worst);
}

TEST(Laws, FacingChangesNothing) {
  PoseError worst;
  for (int step = 0; step < 12; ++step) {
    RigStyle source = SourceStyle(), target = TargetStyle();
    source.facing_yaw_rad = step * kPi / 6;
    target.facing_yaw_rad = 1.0 - step * kPi / 7;
    worst.Add(BakeAgainstTruth(MustGenerate(source), MustGenerate(target), RandomMotion(5)));
  }
  ExpectLaw("facing", worst);
}

TEST(Laws, APosedRestChangesNothing) {
  PoseError worst;
  for (uint64_t seed = 0; seed < 12; ++seed) {
    RigStyle source = SourceStyle(), target = TargetStyle();
    source.skin = target.skin = target.tips = true;
    target.spine_count = 5;
    source.rest_is_posed = seed % 2 == 0;
    target.rest_is_posed = seed % 3 != 1;
    source.seed = target.seed = seed;
    worst.Add(BakeAgainstTruth(MustGenerate(source), MustGenerate(target), RandomMotion(6)));
  }
  ExpectLaw("rest unlike bind", worst);
}

TEST(Laws, CarriedFeetFollowTheShins) {
  PoseError worst;
  BakeOptions options;
  options.feet = FootReference::kCarried;
  for (PoseStyle source_pose : kAllPoses) {
    for (PoseStyle target_pose : kAllPoses) {
      RigStyle source = SourceStyle(), target = TargetStyle();
      source.pose = source_pose;
      target.pose = target_pose;
      worst.Add(BakeAgainstTruth(MustGenerate(source), MustGenerate(target), RandomMotion(7), options));
    }
  }
  ExpectLaw("carried feet", worst);
}

TEST(Laws, ARigOntoItselfIsTheInputAtAndBetweenKeys) {
  PoseError worst;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    const GeneratedRig rig = MustGenerate(RandomStyle(seed));
    const Clip clip = MakeClip(rig, RandomMotion(seed), "m", EvenTimes(1.0, 9));
    const Clip baked = MustBake(rig.rig, rig.rig, clip);
    for (double time_s : EvenTimes(1.0, 61)) worst.Add(BakeAgainstSource(rig, clip, rig, baked, time_s));
  }
  ExpectLaw("L5 onto itself", worst);
}

// Rigs whose bones correspond one to one need no extra keys: slerp commutes with a constant change of frame.
TEST(Laws, BetweenKeysWhereChainsMatch) {
  PoseError worst;
  for (uint64_t seed = 0; seed < 20; ++seed) {
    RigStyle source_style = RandomStyle(seed), target_style = RandomStyle(seed + 100);
    source_style.fingers = target_style.fingers;
    const GeneratedRig source = MustGenerate(source_style), target = MustGenerate(target_style);
    const Clip clip = MakeClip(source, RandomMotion(seed), "m", EvenTimes(1.0, 9));
    const Clip baked = MustBake(source.rig, target.rig, clip);
    for (double time_s : EvenTimes(1.0, 61)) worst.Add(BakeAgainstSource(source, clip, target, baked, time_s));
  }
  ExpectLaw("between keys", worst);
}

TEST(Laws, SignsOfQuaternionsDoNotMatter) {
  const GeneratedRig source = MustGenerate(SourceStyle()), target = MustGenerate(TargetStyle());
  const Clip clip = MakeClip(source, RandomMotion(8), "m", EvenTimes(1.0, 9));
  Clip flipped = clip;
  Random random(8);
  for (Channel& channel : flipped.channels) {
    if (channel.path != Path::kRotation) continue;
    for (size_t key = 0; key < channel.times.size(); ++key) {
      if (random.Coin()) continue;
      for (size_t i = 0; i < 4; ++i) channel.values[4 * key + i] *= -1.0f;
    }
  }
  ASSERT_NE(flipped, clip);
  EXPECT_EQ(MustBake(source.rig, target.rig, flipped), MustBake(source.rig, target.rig, clip));
}

TEST(Laws, OrderOfChannelsAndBonesDoesNotMatter) {
  RigStyle style = SourceStyle();
  style.naming = Naming::kVrm;
  style.shuffle = false;
  const GeneratedRig source = MustGenerate(style), target = MustGenerate(TargetStyle());
  const Clip clip = MakeClip(source, RandomMotion(9), "m", EvenTimes(1.0, 9));
  const Clip baked = MustBake(source.rig, target.rig, clip);

  Clip reversed = clip;
  std::reverse(reversed.channels.begin(), reversed.channels.end());
  EXPECT_EQ(MustBake(source.rig, target.rig, reversed), baked);

  style.shuffle = true;
  const GeneratedRig shuffled = MustGenerate(style);
  ASSERT_NE(shuffled.rig.bone_names(), source.rig.bone_names());
  EXPECT_EQ(MustBake(shuffled.rig, target.rig, MakeClip(shuffled, RandomMotion(9), "m", EvenTimes(1.0, 9))), baked);
}

TEST(Laws, ShiftedTimesShiftTheResult) {
  const GeneratedRig source = MustGenerate(SourceStyle()), target = MustGenerate(TargetStyle());
  const Clip clip = MakeClip(source, RandomMotion(10), "m", EvenTimes(1.0, 9));
  Clip later = clip;
  constexpr float kShift_s = 2.0f;  // exact in float for these times
  for (Channel& channel : later.channels) {
    for (float& time : channel.times) time += kShift_s;
  }
  later.duration_s += kShift_s;
  const Clip baked = MustBake(source.rig, target.rig, later);
  PoseError worst;
  for (float time_s : EvenTimes(1.0, 9)) {
    worst.Add(ErrorAgainst(target, baked, RandomMotion(10), time_s, &source));
    PoseError shifted;
    const WorldPose pose = PoseOf(target.rig, baked, time_s + kShift_s);
    const std::vector<Quat> expected = AnalyticRotations(target, RandomMotion(10), time_s);
    for (int bone = 0; bone < target.rig.num_bones(); ++bone) {
      if (source.BoneOf(target.roles[bone]) < 0) continue;
      shifted.AddAngle(pose.rotations[bone], expected[bone], Cat(target.roles[bone], " at ", time_s, " s"));
    }
    EXPECT_LE(shifted.angle_rad, kPoseLimit_rad) << Describe(shifted);
  }
  // The unshifted comparison must see the shift, else this test shows nothing.
  EXPECT_GT(worst.angle_rad, 0.1);
}

TEST(Laws, ARedundantKeyChangesNothing) {
  const GeneratedRig source = MustGenerate(SourceStyle()), target = MustGenerate(TargetStyle());
  const Clip clip = MakeClip(source, RandomMotion(13), "m", EvenTimes(1.0, 9));
  Clip denser = clip;
  for (Channel& channel : denser.channels) {
    if (channel.path != Path::kRotation) continue;
    const Quat a = MakeQuat(channel.values[0], channel.values[1], channel.values[2], channel.values[3]);
    const Quat b = MakeQuat(channel.values[4], channel.values[5], channel.values[6], channel.values[7]);
    const Quat middle = Slerp(Normalized(a), Normalized(b), 0.5);
    channel.times.insert(channel.times.begin() + 1, 0.0625f);
    channel.values.insert(channel.values.begin() + 4, {static_cast<float>(middle.x), static_cast<float>(middle.y),
                                                       static_cast<float>(middle.z), static_cast<float>(middle.w)});
  }
  const Clip baked = MustBake(source.rig, target.rig, denser);
  PoseError worst;
  for (double time_s : EvenTimes(1.0, 33)) worst.Add(BakeAgainstSource(source, clip, target, baked, time_s));
  ExpectLaw("L9 redundant key", worst);
}

// Trunks of one to five bones: arms, head and both ends of the trunk turn alike (L10 is the step from three to four).
TEST(Laws, TrunksOfAnyLengthKeepLimbsAndHead) {
  PoseError worst;
  for (int source_count = 1; source_count <= 5; ++source_count) {
    for (int target_count = 1; target_count <= 5; ++target_count) {
      RigStyle source = SourceStyle(), target = TargetStyle();
      source.spine_count = source_count;
      target.spine_count = target_count;
      const PoseError error = BakeAgainstTruth(MustGenerate(source), MustGenerate(target), RandomMotion(14));
      EXPECT_LE(error.angle_rad, kPoseLimit_rad) << source_count << " onto " << target_count << ": " << Describe(error);
      worst.Add(error);
    }
  }
  ExpectLaw("L10 trunk lengths", worst);
}

TEST(Laws, MissingOptionalBonesKeepTheRest) {
  PoseError worst;
  for (int mask = 0; mask < 16; ++mask) {
    RigStyle source = SourceStyle(), target = TargetStyle();
    (mask & 1 ? source : target).clavicles = false;
    (mask & 2 ? source : target).neck = false;
    (mask & 4 ? source : target).toes = false;
    (mask & 8 ? source : target).fingers = true;
    worst.Add(BakeAgainstTruth(MustGenerate(source), MustGenerate(target), RandomMotion(15)));
  }
  ExpectLaw("missing optional bones", worst);
}

TEST(Laws, NamesAreUnderstoodWithoutAProfile) {
  PoseError worst;
  for (Naming source_naming : {Naming::kMixamo, Naming::kUnreal, Naming::kVrm}) {
    for (Naming target_naming : {Naming::kMixamo, Naming::kUnreal, Naming::kVrm}) {
      RigStyle source = SourceStyle(), target = TargetStyle();
      source.naming = source_naming;
      target.naming = target_naming;
      source.profile = target.profile = false;
      worst.Add(BakeAgainstTruth(MustGenerate(source), MustGenerate(target), RandomMotion(16)));
    }
  }
  ExpectLaw("names", worst);
}

TEST(Laws, SymmetrizeLeavesASymmetricBindAlone) {
  RigStyle source = SourceStyle(), target = TargetStyle();
  source.rest_axis = RestAxis::kYAlongBone;
  BakeOptions options;
  options.symmetrize = true;
  ExpectLaw("symmetrize", BakeAgainstTruth(MustGenerate(source), MustGenerate(target), RandomMotion(17), options));
}

}  // namespace
}  // namespace retarget::testing
