#include "core/retarget/canonical_pose.h"

#include <cmath>

#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/limbs.h"
#include "core/retarget/normalize_rig.h"
#include "gtest/gtest.h"
#include "tests/core/retarget/figure.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::FigureStyle;
using ::retarget::testing::MakeFigure;
using ::retarget::testing::MakeRawFigure;
using ::retarget::testing::StatusIs;
using ::testing::HasSubstr;

constexpr double kTinyRad = 1e-9;  // a chain of a few double quaternions
constexpr auto kRefused = absl::StatusCode::kFailedPrecondition;

// World directions of the limb segments of a rig at rest, in the frame it was turned to.
Vec3 RestDirection(const Rig& rig, std::string_view near, std::string_view far) {
  return UnitOr(
      TranslationOf(rig.rest_world()[rig.FindBone(far)]) - TranslationOf(rig.rest_world()[rig.FindBone(near)]),
      Vec3(0));
}

TEST(CanonicalPose, RefusesPosesWithoutAFrame) {
  RawRig folded = MakeRawFigure({});
  for (RawBone& bone : folded.bones) {
    bone.rest.translation = Vec3(0, 0.1, 0);
    bone.inverse_bind.reset();
  }
  const Rig rig = *Rig::Build(folded);
  EXPECT_THAT(SolveCanonicalPose(rig, *rig.profile(), false), StatusIs(kRefused, HasSubstr("which side is left")));
  const Rig arms_up = MakeFigure({.arm_below_horizontal_deg = -80, .frames_seed = 3});
  EXPECT_THAT(SolveCanonicalPose(arms_up, *arms_up.profile(), false), StatusIs(kRefused, HasSubstr("points up")));
}

TEST(CanonicalPose, FindsTheFrameOfATurnedRig) {
  const Rig rig = MakeFigure({.yaw_deg = 137, .frames_seed = 5});
  ASSERT_OK_AND_ASSIGN(const CanonicalPose pose, SolveCanonicalPose(rig, *rig.profile(), false));
  const Quat expected = AxisAngle(Vec3(0, 1, 0), 137 / kDegreesPerRadian);
  EXPECT_LT(AngleBetween(pose.frame.world_from_character, expected), kTinyRad);
  // Hips at 0.98, the toe 0.02 above the ground: 0.06 below a foot at 0.08.
  EXPECT_NEAR(pose.frame.hips_height, 0.96, kTinyRad);
}

TEST(CanonicalPose, AnAPoseBecomesTheTPoseOfTheSameFigure) {
  const Rig t = MakeFigure({.frames_seed = 7});
  const Rig a = MakeFigure({.arm_below_horizontal_deg = 48, .frames_seed = 7});
  ASSERT_OK_AND_ASSIGN(const CanonicalPose from_t, SolveCanonicalPose(t, *t.profile(), false));
  ASSERT_OK_AND_ASSIGN(const CanonicalPose from_a, SolveCanonicalPose(a, *a.profile(), false));
  for (int bone = 0; bone < t.num_bones(); ++bone) {
    EXPECT_LT(AngleBetween(from_t.orientation[bone], from_a.orientation[bone]), kTinyRad) << t.bone_names()[bone];
  }
  ASSERT_FALSE(from_a.distances.empty());
  EXPECT_EQ(from_a.distances[0].role, "leftarm");
  EXPECT_NEAR(from_a.distances[0].from_t_deg, 48, 1e-6);
}

TEST(CanonicalPose, ReadsBindNotRest) {
  const Rig bent = MakeFigure({.arm_below_horizontal_deg = 30, .frames_seed = 9, .rest_bend_deg = 70});
  const Rig straight = MakeFigure({.arm_below_horizontal_deg = 30, .frames_seed = 9});
  ASSERT_OK_AND_ASSIGN(const CanonicalPose from_bent, SolveCanonicalPose(bent, *bent.profile(), false));
  ASSERT_OK_AND_ASSIGN(const CanonicalPose expected, SolveCanonicalPose(straight, *straight.profile(), false));
  for (int bone = 0; bone < bent.num_bones(); ++bone) {
    EXPECT_LT(AngleBetween(from_bent.orientation[bone], expected.orientation[bone]), kTinyRad);
  }
  EXPECT_NEAR(from_bent.bind.rest_vs_bind_rad * kDegreesPerRadian, 70, 1e-6);
}

TEST(CanonicalPose, FindsSkinSpaceUnderAScaledAndTurnedArmature) {
  // Skin space in centimetres, Z up: inverse binds know nothing of the armature's transform.
  RawRig raw = MakeRawFigure({.arm_below_horizontal_deg = 20, .frames_seed = 11, .rest_bend_deg = 50});
  const Rig plain = *Rig::Build(raw);
  const Transform armature{Vec3(0.3, 0, 0), AxisAngle(Vec3(1, 0, 0), -kPi / 2), Vec3(0.01)};
  const Mat4 skin_from_world = AffineInverse(MatrixFromTransform(armature));
  for (RawBone& bone : raw.bones) {
    bone.rest.translation *= 100.0;
    const Mat4 bind = AffineInverse(*bone.inverse_bind);
    const Transform in_skin = TransformFromMatrix(skin_from_world * bind);
    bone.inverse_bind = AffineInverse(MatrixFromTransform({in_skin.translation, in_skin.rotation, Vec3(1)}));
    if (bone.parent >= 0) continue;
    bone.rest = TransformFromMatrix(skin_from_world *
                                    MatrixFromTransform({bone.rest.translation / 100.0, bone.rest.rotation, Vec3(1)}));
    bone.rest.scale = Vec3(1);
    bone.parent = static_cast<int>(raw.bones.size());
  }
  RawBone root;
  root.name = "Armature";
  root.rest = armature;
  raw.bones.push_back(root);
  const Rig wrapped = *Rig::Build(raw);
  ASSERT_OK_AND_ASSIGN(const CanonicalPose expected, SolveCanonicalPose(plain, *plain.profile(), false));
  ASSERT_OK_AND_ASSIGN(const CanonicalPose got, SolveCanonicalPose(wrapped, *wrapped.profile(), false));
  for (int bone = 0; bone < plain.num_bones(); ++bone) {
    EXPECT_LT(AngleBetween(got.orientation[bone], expected.orientation[bone]), 1e-7) << plain.bone_names()[bone];
  }
  EXPECT_NEAR(got.frame.hips_height, expected.frame.hips_height, 1e-7);
}

TEST(NormalizeRig, StandsInTheTPoseWithLengthsKept) {
  const Rig a = MakeFigure({.arm_below_horizontal_deg = 50, .yaw_deg = -90, .frames_seed = 13});
  ASSERT_OK_AND_ASSIGN(const NormalizedRig t, NormalizeRig(a, false));
  const Quat turn = AxisAngle(Vec3(0, 1, 0), -kPi / 2);
  for (const Limb& limb : Limbs()) {
    for (const LimbSegment& part : {limb.upper, limb.lower}) {
      EXPECT_LT(AngleBetween(RestDirection(t.rig, part.near, part.far), turn * part.goal), 1e-7) << part.near;
    }
  }
  for (int bone = 0; bone < a.num_bones(); ++bone) {
    EXPECT_EQ(t.rig.rest()[bone].translation, a.rest()[bone].translation);
    const Mat4 bind = *t.rig.inverse_binds()[bone] * t.rig.rest_world()[bone];
    EXPECT_LT(RotationAngle(NearestRotation(bind)), 1e-7);
  }
  ASSERT_OK_AND_ASSIGN(const NormalizedRig again, NormalizeRig(t.rig, false));
  EXPECT_LT(again.distances[0].from_t_deg, 1e-6);
}

TEST(NormalizeRig, SymmetrizeMakesBothSidesMirrorImages) {
  RawRig raw = MakeRawFigure({.arm_below_horizontal_deg = 35, .frames_seed = 17});
  for (RawBone& bone : raw.bones) {
    bone.inverse_bind.reset();
    if (bone.name == "leftshoulder") {  // one clavicle raised by 9 degrees, one arm longer
      bone.rest.rotation = bone.rest.rotation * AxisAngle(UnitOr(Vec3(1, 2, -1), Vec3(0)), 9 / kDegreesPerRadian);
    }
    if (bone.name == "leftforearm") bone.rest.translation *= 1.1;
  }
  ASSERT_OK_AND_ASSIGN(const Rig rig, Rig::Build(raw));
  ASSERT_OK_AND_ASSIGN(const NormalizedRig posed, NormalizeRig(rig, true));
  ASSERT_OK_AND_ASSIGN(const CanonicalPose frame, SolveCanonicalPose(posed.rig, *posed.rig.profile(), false));
  const Vec3 origin = frame.bind.Position(frame.BoneOf("hips"));
  for (const char* role : {"shoulder", "arm", "forearm", "hand", "upleg", "leg", "foot", "toebase"}) {
    const Vec3 left = frame.frame.ToCharacter(frame.bind.Position(frame.BoneOf(std::string("left") + role)) - origin);
    const Vec3 right = frame.frame.ToCharacter(frame.bind.Position(frame.BoneOf(std::string("right") + role)) - origin);
    EXPECT_LT(Length(left - Vec3(-right.x, right.y, right.z)), 1e-9) << role;
  }
}

}  // namespace
}  // namespace retarget
