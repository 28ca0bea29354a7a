// Input no studio should send, and rigs of unusual size.

#include <gtest/gtest.h>

#include <limits>

#include "core/base/cat.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "tests/core/retarget/laws_support.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

class HardRigs : public ::testing::Test {
 protected:
  static GeneratedRig Humanoid(uint64_t seed) {
    RigStyle style = RandomStyle(seed);
    style.rest_axis = RestAxis::kRandom;
    style.naming = Naming::kMixamo;
    return MustGenerate(style);
  }

  // The first rotation channel of the clip.
  Channel& Turn() {
    for (Channel& channel : clip_.channels) {
      if (channel.path == Path::kRotation) return channel;
    }
    return clip_.channels[0];
  }

  absl::Status BakeStatus() const { return Bake(source_.rig, target_.rig, clip_).status(); }

  // The target with `count` more bones under its head, as separate bones or as one chain, without a profile.
  Rig WithHair(int count, bool chain) const {
    RawRig raw = target_.rig.ToRaw();
    raw.profile.reset();
    const int head = target_.BoneOf("head");
    for (int i = 0; i < count; ++i) {
      RawBone bone;
      bone.name = Cat("hair_", i);
      bone.parent = chain && i > 0 ? static_cast<int>(raw.bones.size()) - 1 : head;
      bone.rest.translation = Vec3(0, chain ? 1e-4 : 0.05, 1e-5 * i) * target_.style.scale;
      raw.bones.push_back(std::move(bone));
    }
    absl::StatusOr<Rig> rig = Rig::Build(std::move(raw));
    EXPECT_OK(rig);
    return *std::move(rig);
  }

  // The body of `hairy` (the first bones, as in target_) does what the motion says.
  void ExpectBodyMoves(const Rig& hairy) const {
    const Clip baked = MustBake(source_.rig, hairy, clip_);
    PoseError worst;
    for (float time_s : clip_.channels[0].times) {
      const WorldPose actual = PoseOf(hairy, baked, time_s);
      const std::vector<Quat> expected = AnalyticRotations(target_, RandomMotion(1), time_s);
      for (int bone = 0; bone < target_.rig.num_bones(); ++bone) {
        if (source_.BoneOf(target_.roles[bone]) < 0) continue;
        worst.AddAngle(actual.rotations[bone], expected[bone], target_.roles[bone]);
      }
    }
    ExpectLaw(Cat(hairy.num_bones(), " bones"), worst);
  }

  // The target with hips and thighs side by side on one more bone, "Body", in the place the hips had.
  Rig WithThighsBesideHips() const {
    RawRig raw = target_.rig.ToRaw();
    raw.profile.reset();
    const int hips = target_.BoneOf("hips"), body = static_cast<int>(raw.bones.size());
    RawBone carrier;
    carrier.name = "Body";
    carrier.parent = raw.bones[hips].parent;
    carrier.rest.rotation = AxisAngle(UnitOr(Vec3(1, 2, 3), Vec3(1, 0, 0)), 0.7);
    carrier.rest.translation = raw.bones[hips].rest.translation * 0.8;
    const Mat4 hips_in_body =
        AffineInverse(MatrixFromTransform(carrier.rest)) * MatrixFromTransform(raw.bones[hips].rest);
    for (const char* role : {"leftupleg", "rightupleg"}) {
      RawBone& thigh = raw.bones[target_.BoneOf(role)];
      thigh.rest = TransformFromMatrix(hips_in_body * MatrixFromTransform(thigh.rest));
      thigh.parent = body;
    }
    raw.bones[hips].rest = TransformFromMatrix(hips_in_body);
    raw.bones[hips].parent = body;
    raw.bones.push_back(std::move(carrier));
    absl::StatusOr<Rig> rig = Rig::Build(std::move(raw));
    EXPECT_OK(rig);
    return *std::move(rig);
  }

  const GeneratedRig source_ = Humanoid(1), target_ = Humanoid(2);
  Clip clip_ = MakeClip(source_, RandomMotion(1), "Dance", EvenTimes(1.0, 5));
};

TEST_F(HardRigs, ZeroQuaternionNamesChannelAndKey) {
  for (size_t i = 8; i < 12; ++i) Turn().values[i] = 0.0f;
  EXPECT_THAT(BakeStatus(), StatusIs(kInvalid, AllOf(HasSubstr("rotation of"), HasSubstr("key 2"))));
}

TEST_F(HardRigs, NonFiniteValueNamesChannelAndKey) {
  Turn().values[4] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(BakeStatus(), StatusIs(kInvalid, AllOf(HasSubstr("rotation of"), HasSubstr("key 1"))));
}

TEST_F(HardRigs, TimesRunningBackwardsNameChannelAndKey) {
  std::swap(Turn().times[2], Turn().times[3]);
  EXPECT_THAT(BakeStatus(), StatusIs(kInvalid, AllOf(HasSubstr("rotation of"), HasSubstr("key 3"))));
}

TEST_F(HardRigs, MissingValuesAreRefused) {
  Turn().values.pop_back();
  EXPECT_THAT(BakeStatus(), StatusIs(kInvalid, HasSubstr("rotation of")));
}

TEST_F(HardRigs, AChannelWithoutABoneNamesTheNearest) {
  const int arm = source_.BoneOf("leftarm");
  clip_.bone_names[arm] = "mixamorig:LeftArn";
  EXPECT_THAT(BakeStatus(), StatusIs(kInvalid, AllOf(HasSubstr("\"mixamorig:LeftArn\""), HasSubstr("nearest"))));
}

TEST_F(HardRigs, ATrunkWithoutLimbsIsNoHumanoid) {
  RawRig trunk;
  trunk.name = "bust";
  for (const RawBone& bone : MustGenerate({}).rig.ToRaw().bones) {
    const bool limb = bone.name.find("Left") != bone.name.npos || bone.name.find("Right") != bone.name.npos;
    if (!limb) trunk.bones.push_back(bone);  // the trunk comes first, so indices stay
  }
  ASSERT_OK_AND_ASSIGN(const Rig bust, Rig::Build(std::move(trunk)));
  EXPECT_THAT(Bake(source_.rig, bust, clip_).status(),
              StatusIs(absl::StatusCode::kFailedPrecondition,
                       AllOf(HasSubstr("target rig \"bust\""), HasSubstr("not a humanoid"), HasSubstr("leftarm"))));
}

TEST_F(HardRigs, OptionsOutOfRangeAreAllNamed) {
  BakeOptions options;
  options.sample_rate_hz = 5000;
  options.tolerance_deg = 0;
  EXPECT_THAT(Bake(source_.rig, target_.rig, clip_, options),
              StatusIs(kInvalid, AllOf(HasSubstr("sample_rate_hz"), HasSubstr("tolerance_deg"))));
}

TEST_F(HardRigs, ThighsBesideTheHipsFollowTheBody) {
  const Rig beside = WithThighsBesideHips();
  ExpectBodyMoves(beside);
  const Clip baked = MustBake(source_.rig, beside, clip_), plain = MustBake(source_.rig, target_.rig, clip_);
  PoseError worst;
  for (float time_s : clip_.channels[0].times) {
    const WorldPose actual = PoseOf(beside, baked, time_s), expected = PoseOf(target_.rig, plain, time_s);
    for (int bone = 0; bone < target_.rig.num_bones(); ++bone) {
      const double apart = Length(actual.positions[bone] - expected.positions[bone]);
      worst.AddDistance(apart / target_.hips_height, target_.rig.bone_names()[bone]);
    }
  }
  ExpectLaw("hips and thighs side by side stand where they do one below the other", worst);
  for (const Channel& channel : baked.channels) {
    if (channel.path != Path::kTranslation) continue;
    EXPECT_EQ(beside.bone_names()[channel.bone], "Body");
  }
}

TEST_F(HardRigs, FiveThousandBonesWork) { ExpectBodyMoves(WithHair(5000, false)); }

TEST_F(HardRigs, AThousandDeepChainWorks) { ExpectBodyMoves(WithHair(1000, true)); }

}  // namespace
}  // namespace retarget::testing
