#include "core/sample/generated_rig.h"

#include <gtest/gtest.h>

#include <set>

#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/sample/bone_plan.h"
#include "core/sample/motion.h"
#include "tests/support/generated.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::testing::AllOf;
using testing::Describe;
using ::testing::HasSubstr;
using testing::IsWithin;
using testing::MustGenerate;
using testing::PoseError;
using testing::RandomStyle;
using testing::RestPoseOf;
using testing::StatusIs;
using testing::WorldPose;

constexpr double kRounding = 1e-9;  // double arithmetic over a chain of ten bones
constexpr int kStyles = 60;

TEST(GeneratedRig, RejectsStylesOutOfRangeNamingEveryField) {
  RigStyle style;
  style.spine_count = 0;
  style.scale = -1;
  style.proportions.hand_length = 0;
  EXPECT_THAT(GenerateRig(style),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       AllOf(HasSubstr("spine_count"), HasSubstr("scale"), HasSubstr("proportion"))));
  RigStyle skinless;
  skinless.skin = false;
  skinless.rest_is_posed = true;
  EXPECT_THAT(GenerateRig(skinless), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("rest_is_posed")));
}

TEST(GeneratedRig, FollowsNamingConventions) {
  RigStyle style;
  style.fingers = true;
  EXPECT_GE(MustGenerate(style).rig.FindBone("mixamorig:LeftHandPinky3"), 0);
  style.naming = Naming::kUnreal;
  EXPECT_GE(MustGenerate(style).rig.FindBone("lowerarm_r"), 0);
  style.naming = Naming::kVrm;
  EXPECT_GE(MustGenerate(style).rig.FindBone("J_Bip_L_Little1"), 0);
  EXPECT_GE(MustGenerate(style).rig.FindBone("J_Bip_C_UpperChest"), 0);
}

TEST(GeneratedRig, HasEveryBodyRoleOnce) {
  const GeneratedRig rig = MustGenerate({});
  std::set<std::string> roles(rig.roles.begin(), rig.roles.end());
  roles.erase("");
  EXPECT_EQ(roles.size(), 22u);
  EXPECT_EQ(rig.rig.profile()->roles.size(), 22u);
  for (const std::string& role : roles) EXPECT_EQ(rig.rig.profile()->BoneOf(role), rig.BoneOf(role)) << role;
}

TEST(GeneratedRig, EveryRoleButTheHipsHasOneAbove) {
  RigStyle style;
  style.fingers = true;
  for (const std::string& role : MustGenerate(style).roles) {
    if (role.empty()) continue;
    EXPECT_EQ(ParentRole(role).empty(), role == "hips") << role;
  }
}

TEST(GeneratedRig, RestIsTheBindPoseUnlessPosed) {
  for (uint64_t seed = 0; seed < kStyles; ++seed) {
    RigStyle style = RandomStyle(seed);
    style.rest_is_posed = false;
    const GeneratedRig rig = MustGenerate(style);
    const WorldPose rest = RestPoseOf(rig.rig);
    PoseError error;
    for (int bone = 0; bone < rig.rig.num_bones(); ++bone) {
      if (rig.motion_roles[bone].empty()) continue;
      error.AddAngle(rest.rotations[bone], rig.BindWorld(bone), rig.roles[bone]);
      error.AddDistance(Length(rest.positions[bone] - rig.bind_world_position[bone]) / rig.hips_height,
                        rig.roles[bone]);
    }
    EXPECT_THAT(error, IsWithin(kRounding, kRounding)) << Describe(style);
  }
}

TEST(GeneratedRig, InverseBindsGiveTheBindPoseWhateverTheRest) {
  for (uint64_t seed = 0; seed < kStyles; ++seed) {
    RigStyle style = RandomStyle(seed);
    style.skin = style.rest_is_posed = true;
    const GeneratedRig rig = MustGenerate(style);
    const int hips = rig.BoneOf("hips"), above = rig.rig.parents()[hips];
    const Mat4 world_from_skin = style.skin_in_parent_space && above >= 0 ? rig.rig.rest_world()[above] : Mat4(1.0);
    PoseError error;
    for (int bone = 0; bone < rig.rig.num_bones(); ++bone) {
      if (!rig.rig.is_joint(bone)) continue;
      const Mat4 bind = world_from_skin * AffineInverse(*rig.rig.inverse_binds()[bone]);
      error.AddAngle(NearestRotation(bind), rig.BindWorld(bone), rig.roles[bone]);
      error.AddDistance(Length(TranslationOf(bind) - rig.bind_world_position[bone]) / rig.hips_height, rig.roles[bone]);
    }
    EXPECT_THAT(error, IsWithin(kRounding, kRounding)) << Describe(style);
  }
}

// Re-poses one limb the way a person with a protractor would: upper segment first, then the lower one's remainder.
void AimLimb(const GeneratedRig& rig, const std::string& upper, const std::string& lower, const std::string& end,
             const Vec3& goal, PoseError& error) {
  const Quat character_from_world = glm::conjugate(rig.world_from_character);
  const auto at = [&](const std::string& role) {
    return character_from_world * rig.bind_world_position[rig.BoneOf(role)];
  };
  const Quat first = ShortestArc(at(lower) - at(upper), goal);
  const Quat second = ShortestArc(first * (at(end) - at(lower)), goal) * first;
  const auto bind = [&](const std::string& role) { return rig.bind[rig.BoneOf(role)]; };
  error.AddAngle(first * bind(upper), rig.canonical[rig.BoneOf(upper)], upper);
  error.AddAngle(second * bind(lower), rig.canonical[rig.BoneOf(lower)], lower);
  error.AddAngle(second * bind(end), rig.canonical[rig.BoneOf(end)], end);
}

TEST(GeneratedRig, AimingTheLimbsOfAnyBindPoseGivesTheCanonicalPose) {
  for (uint64_t seed = 0; seed < kStyles; ++seed) {
    const GeneratedRig rig = MustGenerate(RandomStyle(seed));
    PoseError error;
    for (const std::string side : {"left", "right"}) {
      const double x = side == "left" ? 1 : -1;
      AimLimb(rig, side + "arm", side + "forearm", side + "hand", Vec3(x, 0, 0), error);
      AimLimb(rig, side + "upleg", side + "leg", side + "foot", Vec3(0, -1, 0), error);
    }
    EXPECT_LE(error.angle_rad, kRounding) << Describe(error) << "; " << Describe(rig.style);
  }
}

TEST(GeneratedRig, SolesAreLevelAtBind) {
  RigStyle style;
  style.rest_axis = RestAxis::kIdentity;
  style.pose = PoseStyle::kWalkStart;
  const GeneratedRig level = MustGenerate(style);
  EXPECT_LT(RotationAngle(level.bind[level.BoneOf("leftfoot")]), kRounding);
  style.level_soles = false;
  const GeneratedRig carried = MustGenerate(style);
  EXPECT_GT(RotationAngle(carried.bind[carried.BoneOf("leftfoot")]), 0.1);
}

TEST(GeneratedRig, HipsHeightIsMeasuredToTheLowestToe) {
  RigStyle style;
  style.scale = 100;
  style.parents = Parents::kScale001;
  const GeneratedRig rig = MustGenerate(style);
  EXPECT_NEAR(rig.hips_height, 96.0, kRounding * 100);  // 0.98 m above the floor, balls of the feet at 0.02 m
  // Raised thighs and bent knees lift the feet at bind.
  style.pose = PoseStyle::kWalkStart;
  EXPECT_LT(MustGenerate(style).hips_height, 95.0);
}

TEST(GeneratedRig, SameSeedSameRig) {
  RigStyle style = RandomStyle(3);
  style.rest_axis = RestAxis::kRandom;
  style.shuffle = true;
  const GeneratedRig once = MustGenerate(style), twice = MustGenerate(style);
  EXPECT_EQ(once.rig.bone_names(), twice.rig.bone_names());
  EXPECT_EQ(once.bind, twice.bind);
  style.seed += 1;
  EXPECT_NE(MustGenerate(style).bind, once.bind);
}

}  // namespace
}  // namespace retarget
