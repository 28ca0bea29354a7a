#include "core/rig/roles.h"

#include <algorithm>

#include "core/rig/profile.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace retarget {
namespace {

TEST(Roles, ListTwentyTwoBodyRolesAndSortedExtras) {
  EXPECT_EQ(BodyRoles().size(), 22u);
  EXPECT_EQ(BodyRoles()[0], "hips");
  EXPECT_EQ(BodyRoles()[21], "righttoebase");
  EXPECT_EQ(ExtraRoles().size(), 34u);
  EXPECT_TRUE(std::is_sorted(ExtraRoles().begin(), ExtraRoles().end()));
  EXPECT_TRUE(IsKnownRole("lefthandpinky3"));
  EXPECT_FALSE(IsKnownRole("tail"));
}

TEST(Roles, OrderIsBodyThenNames) {
  EXPECT_TRUE(RoleLess("spine", "neck"));
  EXPECT_TRUE(RoleLess("righttoebase", "aardvark"));
  EXPECT_TRUE(RoleLess("jaw", "tail"));
  EXPECT_FALSE(RoleLess("tail", "hips"));
  EXPECT_FALSE(RoleLess("hips", "hips"));
  EXPECT_FALSE(RoleLess("tail", "tail"));
}

TEST(Roles, ReadForeignSpellings) {
  const std::pair<std::string_view, std::string_view> kCases[] = {
      {"leftUpperArm", "leftarm"},
      {"LeftLowerArm", "leftforearm"},
      {"rightUpperLeg", "rightupleg"},
      {"Right Lower Leg", "rightleg"},
      {"leftToes", "lefttoebase"},
      {"chest", "spine1"},
      {"UpperChest", "spine2"},
      {"leftLittleProximal", "lefthandpinky1"},
      {"Left Index Intermediate", "lefthandindex2"},
      {"upperarm_l", "leftarm"},
      {"thigh_r", "rightupleg"},
      {"ball_l", "lefttoebase"},
      {"clavicle_r", "rightshoulder"},
      {"spine_01", "spine"},
      {"spine_03", "spine2"},
      {"pelvis", "hips"},
      {"neck_01", "neck"},
      {"thumb_03_r", "righthandthumb3"},
      {"LEFTHANDRING2", "lefthandring2"},
      {"LeftEye", "lefteye"},
      {"Hips", "hips"},
      {"bone_0", ""},
      {"", ""},
      {"left", ""},
      {"_l", ""},
      {"leftIndexMetacarpal", ""},
  };
  for (const auto& [spelling, role] : kCases) EXPECT_EQ(RoleFromAlias(spelling), role) << spelling;
  for (std::string_view role : BodyRoles()) EXPECT_EQ(RoleFromAlias(role), role);
  for (std::string_view role : ExtraRoles()) EXPECT_EQ(RoleFromAlias(role), role);
}

TEST(Roles, ThumbNamingDecidesWhatProximalMeans) {
  EXPECT_EQ(RoleFromAlias("leftThumbProximal"), "lefthandthumb1");
  EXPECT_EQ(RoleFromAlias("leftThumbProximal", ThumbNaming::kFromMetacarpal), "lefthandthumb2");
  EXPECT_EQ(RoleFromAlias("leftThumbMetacarpal", ThumbNaming::kFromMetacarpal), "lefthandthumb1");
  EXPECT_EQ(RoleFromAlias("leftThumbDistal", ThumbNaming::kFromMetacarpal), "lefthandthumb3");
  EXPECT_EQ(RoleFromAlias("leftIndexProximal", ThumbNaming::kFromMetacarpal), "lefthandindex1");
}

TEST(Roles, Mirror) {
  EXPECT_EQ(MirroredRole("leftarm"), "rightarm");
  EXPECT_EQ(MirroredRole("righthandthumb1"), "lefthandthumb1");
  EXPECT_EQ(MirroredRole("spine"), "spine");
  EXPECT_EQ(SideOfRole("leftarm"), 1);
  EXPECT_EQ(SideOfRole("rightarm"), -1);
  EXPECT_EQ(SideOfRole("hips"), 0);
}

TEST(Profile, SetKeepsOrderAndOneRolePerBone) {
  Profile profile;
  profile.Set("head", 5);
  profile.Set("tail", 7);
  profile.Set("hips", 1);
  profile.Set("head", 6);
  EXPECT_EQ(profile.roles, (std::vector<RoleBone>{{"hips", 1}, {"head", 6}, {"tail", 7}}));
  profile.Set("neck", 6);
  EXPECT_EQ(profile.BoneOf("head"), -1);
  EXPECT_EQ(profile.RoleOf(6), "neck");
  profile.Set(profile.roles[0].role, 2);
  EXPECT_EQ(profile.BoneOf("hips"), 2);
  profile.Erase("hips");
  profile.Erase("hips");
  EXPECT_EQ(profile.BoneOf("hips"), -1);
}

}  // namespace
}  // namespace retarget
