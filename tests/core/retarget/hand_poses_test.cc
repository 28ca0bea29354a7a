// Turns made by hand in a profile, against directions known beforehand.

#include "core/retarget/hand_poses.h"

#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/bake.h"
#include "core/retarget/clip_motion.h"
#include "core/retarget/content_hash.h"
#include "core/retarget/mirror.h"
#include "core/retarget/normalize_rig.h"
#include "gtest/gtest.h"
#include "tests/core/retarget/figure.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::MakeFigure;

constexpr double kYawDeg = 70;
constexpr double kFloatRad = 2e-6;  // float keys, a chain of eight bones

Rig WithPoses(const Rig& rig, std::vector<RolePose> poses) {
  Profile profile = *rig.profile();
  profile.poses = std::move(poses);
  return *rig.WithProfile(profile);
}

class HandPoses : public ::testing::Test {
 protected:
  // The source standing in its solved T-pose.
  Clip TPoseClip() const {
    Clip clip;
    clip.name = "T";
    clip.bone_names = source_.bone_names();
    clip.duration_s = 1;
    const NormalizedRig t = *NormalizeRig(source_, false);
    for (int bone = 0; bone < source_.num_bones(); ++bone) {
      const Quat& q = t.rig.rest()[bone].rotation;
      Channel channel{bone, Path::kRotation, Interpolation::kLinear, {0, 1}, {}};
      for (int key = 0; key < 2; ++key) {
        for (double v : {q.x, q.y, q.z, q.w}) channel.values.push_back(static_cast<float>(v));
      }
      clip.channels.push_back(channel);
    }
    return clip;
  }

  // World transforms of the target under a bake.
  MotionFrame Baked(const Rig& source, const Rig& target, BakeOptions options = {}) const {
    BakeResult result;
    const Clip clip = TPoseClip();
    BakeJob job{&source, &target, &clip, options, nullptr, nullptr, &result};
    EXPECT_OK(job.Run());
    MotionFrame frame;
    ClipMotion(target, result.clip, *BindClip(result.clip, target)).Sample(0.5, frame);
    return frame;
  }

  // From one bone to another, in the target's character frame.
  Vec3 Direction(const MotionFrame& frame, std::string_view near, std::string_view far) const {
    const Vec3 world =
        TranslationOf(frame.world[target_.FindBone(far)]) - TranslationOf(frame.world[target_.FindBone(near)]);
    return glm::conjugate(AxisAngle(Vec3(0, 1, 0), kYawDeg / kDegreesPerRadian)) * UnitOr(world, Vec3(0));
  }

  // Turn of a bone between two frames, in the target's character frame.
  Quat TurnBetween(const MotionFrame& from, const MotionFrame& to, std::string_view role) const {
    const int bone = target_.FindBone(role);
    const Quat yaw = AxisAngle(Vec3(0, 1, 0), kYawDeg / kDegreesPerRadian);
    return glm::conjugate(yaw) * to.rotation[bone] * glm::conjugate(from.rotation[bone]) * yaw;
  }

  const Rig source_ = MakeFigure({.arm_below_horizontal_deg = 40, .yaw_deg = -30, .frames_seed = 31});
  const Rig target_ = MakeFigure({.arm_below_horizontal_deg = 55, .yaw_deg = kYawDeg, .scale = 1.4, .frames_seed = 32});
};

TEST_F(HandPoses, TurnATargetLimbAndWhatItCarries) {
  const Rig posed = WithPoses(target_, {{"leftarm", {0, 0, -30}}, {"leftforearm", {0, 90, 0}}});
  const MotionFrame frame = Baked(source_, posed);
  const Quat arm = AxisAngle(Vec3(0, 0, 1), -30 / kDegreesPerRadian);
  EXPECT_LT(AngleBetween(Direction(frame, "leftarm", "leftforearm"), arm * Vec3(1, 0, 0)), kFloatRad);
  // The forearm: turned forward from +X to -Z ... as if the arm were not turned, then with the arm.
  EXPECT_LT(AngleBetween(Direction(frame, "leftforearm", "lefthand"), arm * Vec3(0, 0, -1)), kFloatRad);
  EXPECT_LT(AngleBetween(Direction(frame, "rightarm", "rightforearm"), Vec3(-1, 0, 0)), kFloatRad);
  const MotionFrame plain = Baked(source_, target_);
  const Quat forearm = AxisAngle(Vec3(0, 1, 0), kPi / 2);
  EXPECT_LT(AngleBetween(TurnBetween(plain, frame, "lefthand"), arm * forearm), kFloatRad);
  EXPECT_LT(RotationAngle(TurnBetween(plain, frame, "head")), kFloatRad);
}

TEST_F(HandPoses, OfTheSourceTurnTheOtherWay) {
  // The artist says this source's zero has the arm 30 degrees down: standing straight out, it is raised by 30.
  const MotionFrame frame = Baked(WithPoses(source_, {{"leftarm", {0, 0, -30}}}), target_);
  const Quat raised = AxisAngle(Vec3(0, 0, 1), 30 / kDegreesPerRadian);
  EXPECT_LT(AngleBetween(Direction(frame, "leftarm", "leftforearm"), raised * Vec3(1, 0, 0)), kFloatRad);
}

TEST_F(HandPoses, OfFeetHoldInBothFootModes) {
  const Rig posed = WithPoses(target_, {{"leftleg", {20, 0, 0}}, {"leftfoot", {-10, 0, 0}}});
  for (FootReference feet : {FootReference::kFlat, FootReference::kCarried}) {
    BakeOptions options;
    options.feet = feet;
    const Quat turn = TurnBetween(Baked(source_, target_, options), Baked(source_, posed, options), "leftfoot");
    const double expected_deg = feet == FootReference::kFlat ? -10 : 10;  // flat feet do not follow the shin
    EXPECT_LT(AngleBetween(turn, AxisAngle(Vec3(1, 0, 0), expected_deg / kDegreesPerRadian)), kFloatRad);
  }
}

TEST_F(HandPoses, AreMirroredWithTheProfile) {
  const Rig posed = WithPoses(source_, {{"leftarm", {10, 20, 30}}, {"rightleg", {1, 2, 3}}});
  const Profile mirrored = MirroredProfile(*posed.profile());
  EXPECT_EQ(mirrored.poses, (std::vector<RolePose>{{"rightarm", {10, -20, -30}}, {"leftleg", {1, -2, -3}}}));
  EXPECT_OK(target_.WithProfile(mirrored));
}

TEST_F(HandPoses, AreSaidInThePlanAndKeyOnlyBakesTheyChange) {
  const Clip clip = TPoseClip();
  auto key = [&](const Rig& target) {
    return IdentifyBake(clip, source_, target, *MakePlan(source_, target, &clip, {}), {}).rig;
  };
  const Rig posed = WithPoses(target_, {{"leftarm", {0, 0, -30}}});
  EXPECT_NE(key(posed), key(target_));
  EXPECT_EQ(key(WithPoses(target_, {{"leftarm", {0, 0, 0}}})), key(target_));
  Profile tail = *target_.profile();
  tail.Erase("head");
  tail.Set("tail", target_.FindBone("head"));
  const Rig with_tail = *target_.WithProfile(tail);  // a role the source lacks, on a bone that carries none
  EXPECT_EQ(key(WithPoses(with_tail, {{"tail", {0, 0, 50}}})), key(with_tail));
  ASSERT_OK_AND_ASSIGN(const Plan plan, MakePlan(source_, posed, &clip, {}));
  ASSERT_EQ(plan.warnings.size(), 1u);
  EXPECT_EQ(plan.warnings[0], "target rig: leftarm: turned by hand, 30 degrees");
}

TEST_F(HandPoses, AreInTheRestOfANormalizedRigAndNoLongerInItsProfile) {
  const Rig posed = WithPoses(target_, {{"leftarm", {0, 0, -30}}});
  ASSERT_OK_AND_ASSIGN(const NormalizedRig t, NormalizeRig(posed, false));
  EXPECT_TRUE(t.rig.profile()->poses.empty());
  MotionFrame rest;
  rest.world = t.rig.rest_world();
  const Quat arm = AxisAngle(Vec3(0, 0, 1), -30 / kDegreesPerRadian);
  EXPECT_LT(AngleBetween(Direction(rest, "leftarm", "leftforearm"), arm * Vec3(1, 0, 0)), 1e-7);
}

}  // namespace
}  // namespace retarget
