#include "core/rig/role_pose.h"

#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/rig/codecs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/rig/sample_rigs.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using testing::AwkwardRig;
using ::testing::HasSubstr;
using testing::StatusIs;
constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

Rig PosedRig() {
  Profile profile = *AwkwardRig().profile();
  profile.poses = {{"tail one", {0, 0, 1e-7}}, {"leftarm", {10.1, -20, 360}}, {"hips", {0, 0.1, 0}}};
  return *AwkwardRig().WithProfile(profile);
}

TEST(RolePose, RefusesWhatIsNoTurn) {
  for (const char* text : {"", "10", "10 20", "1 2 3 4", "0 0 361", "0 nan 0", "0 inf 0", "a b c", "0 0 0 0", "1;2;3",
                           "0 0 0 0 1", "10deg 0 0"}) {
    EXPECT_THAT(ParseTurn(text), StatusIs(kInvalid, HasSubstr("expected three numbers, degrees about X, Y and Z")))
        << text;
  }
}

TEST(RolePose, ReadsDegreesAndQuaternions) {
  EXPECT_EQ(*ParseTurn("10 -20.5, 30"), Vec3(10, -20.5, 30));
  ASSERT_OK_AND_ASSIGN(const Vec3 quarter, ParseTurn("0 0.7071 0 0.7071"));  // rounded by hand
  EXPECT_LT(Length(quarter - Vec3(0, 90, 0)), 1e-5);
}

TEST(RolePose, TurnsAboutFixedAxesXFirst) {
  // X by 90 takes +Y to +Z; then Z by 90 leaves +Z where it is.
  const Quat turn = TurnOf({"leftarm", {90, 0, 90}});
  EXPECT_LT(Length(turn * Vec3(0, 1, 0) - Vec3(0, 0, 1)), 1e-15);
  EXPECT_LT(Length(turn * Vec3(1, 0, 0) - Vec3(0, 1, 0)), 1e-15);
  for (const Vec3& degrees : {Vec3(10, 20, 30), Vec3(-170, 80, 5), Vec3(0, -89, 179)}) {
    EXPECT_LT(Length(TurnDegrees(TurnOf({"x", degrees})) - degrees), 1e-9);
  }
}

TEST(RolePose, EveryFormatKeepsEveryBit) {
  const Rig rig = PosedRig();
  EXPECT_EQ(rig.profile()->poses[0].role, "hips");  // in the order of roles
  ASSERT_OK_AND_ASSIGN(const Rig from_zmsh, DecodeZmsh(EncodeZmsh(rig)));
  EXPECT_EQ(from_zmsh.profile(), rig.profile());
  ASSERT_OK_AND_ASSIGN(const Rig from_json, DecodeRigJson(EncodeRigJson(*Rig::Build(testing::ExampleRig().ToRaw()))));
  ASSERT_OK_AND_ASSIGN(const Profile from_yaml, DecodeProfile(EncodeProfile(*rig.profile(), rig), rig));
  EXPECT_EQ(from_yaml, *rig.profile());
  Profile example = *testing::ExampleRig().profile();
  example.poses = {{"hips", {0, 10, -1.0 / 3.0}}};
  const Rig posed = *testing::ExampleRig().WithProfile(example);
  ASSERT_OK_AND_ASSIGN(const Rig json_again, DecodeRigJson(EncodeRigJson(posed)));
  EXPECT_EQ(json_again.profile(), posed.profile());
}

TEST(RolePose, YamlNamesEachMistakeWithItsLine) {
  const Rig rig = AwkwardRig();
  auto refused = [&](const std::string& poses) {
    return DecodeProfile("roles:\n  leftarm: \"- 12\"\nposes:\n" + poses, rig).status();
  };
  EXPECT_THAT(refused("  leftarmm: [0, 0, 1]\n"),
              StatusIs(kInvalid, HasSubstr("line 4: the pose of \"leftarmm\" is of a role that has no bone (nearest: "
                                           "\"leftarm\")")));
  EXPECT_THAT(refused("  leftarm: [0, 0]\n"),
              StatusIs(kInvalid, HasSubstr("line 4: the pose of \"leftarm\" is \"0 0\": "
                                           "expected three numbers")));
  EXPECT_THAT(refused("  leftarm: [0, [0], 0]\n"), StatusIs(kInvalid, HasSubstr("line 4: lists are not allowed")));
  EXPECT_THAT(refused("  leftarm: 0 0 1\n  leftUpperArm: 1 0 0\n"),
              StatusIs(kInvalid, HasSubstr("line 5: the pose of \"leftUpperArm\" stands on line 4 already")));
  EXPECT_THAT(refused("  leftarm: [" + std::string(300, '1') + "]\n"), StatusIs(kInvalid, HasSubstr("is too long")));
  EXPECT_THAT(refused("  leftarm: {x: 1}\n"), StatusIs(kInvalid, HasSubstr("may hold a mapping")));
  ASSERT_OK_AND_ASSIGN(const Profile read,
                       DecodeProfile("Poses: {LeftUpperArm: [0, 0, 1]}\nroles: {leftarm: \"- 12\"}\n", rig));
  EXPECT_EQ(read.poses, (std::vector<RolePose>{{"leftarm", {0, 0, 1}}}));
}

TEST(RolePose, RigsRefusePosesThatFitNoRole) {
  Profile profile = *AwkwardRig().profile();
  profile.poses = {{"rightarm", {0, 0, 0}}, {"leftarm", {0, 400, 0}}, {"leftarm", {0, 0, 0}}};
  const absl::Status status = AwkwardRig().WithProfile(profile).status();
  EXPECT_THAT(status, StatusIs(kInvalid, HasSubstr("a pose for role \"rightarm\", which has no bone")));
  EXPECT_THAT(status, StatusIs(kInvalid, HasSubstr("turns by 400 degrees")));
  EXPECT_THAT(status, StatusIs(kInvalid, HasSubstr("two poses for role leftarm")));
}

TEST(RolePose, GoesWithItsRole) {
  Profile profile = *PosedRig().profile();
  const int arm = profile.BoneOf("leftarm");
  profile.Set("hips", arm);  // the bone changes its role
  EXPECT_EQ(profile.BoneOf("leftarm"), -1);
  ASSERT_EQ(profile.poses.size(), 2u);
  profile.Erase("hips");
  ASSERT_EQ(profile.poses.size(), 1u);
  EXPECT_EQ(profile.poses[0].role, "tail one");
}

}  // namespace
}  // namespace retarget
