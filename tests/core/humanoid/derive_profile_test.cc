#include "core/humanoid/derive_profile.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/humanoid/answer_json.h"
#include "core/humanoid/humanoid.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/rig/roles.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/humanoid/test_body.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::string NameOf(const Rig& rig, const Profile& profile, const std::string& role) {
  const int bone = profile.BoneOf(role);
  return bone < 0 ? "" : rig.bone_names()[bone];
}

std::vector<TestBone> Without(std::vector<TestBone> bones, const std::string& top) {
  std::vector<std::string> gone = {top};
  std::erase_if(bones, [&](const TestBone& bone) {
    const bool falls = std::find(gone.begin(), gone.end(), bone.parent) != gone.end() || bone.name == top;
    if (falls) gone.push_back(bone.name);
    return falls;
  });
  return bones;
}

// A dog whose bones have the names of a human: trunk along +Z, four legs down.
std::vector<TestBone> Dog() {
  return {{"hips", "", {0, 0.5, -0.4}},
          {"spine", "hips", {0, 0.52, -0.1}},
          {"spine1", "spine", {0, 0.52, 0.2}},
          {"neck", "spine1", {0, 0.6, 0.35}},
          {"head", "neck", {0, 0.75, 0.45}},
          {"leftarm", "spine1", {0.1, 0.48, 0.25}},
          {"leftforearm", "leftarm", {0.1, 0.25, 0.23}},
          {"lefthand", "leftforearm", {0.1, 0.04, 0.25}},
          {"rightarm", "spine1", {-0.1, 0.48, 0.25}},
          {"rightforearm", "rightarm", {-0.1, 0.25, 0.23}},
          {"righthand", "rightforearm", {-0.1, 0.04, 0.25}},
          {"leftupleg", "hips", {0.1, 0.46, -0.42}},
          {"leftleg", "leftupleg", {0.1, 0.25, -0.38}},
          {"leftfoot", "leftleg", {0.1, 0.05, -0.45}},
          {"rightupleg", "hips", {-0.1, 0.46, -0.42}},
          {"rightleg", "rightupleg", {-0.1, 0.25, -0.38}},
          {"rightfoot", "rightleg", {-0.1, 0.05, -0.45}}};
}

TEST(DeriveProfile, RefusesADogWithHumanNames) {
  const HumanoidAnswer answer = DeriveProfile(MakeRig(Dog()));
  EXPECT_FALSE(answer.humanoid);
  EXPECT_THAT(answer.reason, HasSubstr("stands on its arms"));
}

TEST(DeriveProfile, RefusesABird) {
  std::vector<TestBone> bones = Dog();
  for (TestBone& bone : bones) {
    for (const char* side : {"left", "right"}) {
      if (bone.name == Cat(side, "hand")) bone.position = {side[0] == 'l' ? 0.9 : -0.9, 0.5, 0.1};
      if (bone.name == Cat(side, "forearm")) bone.position = {side[0] == 'l' ? 0.5 : -0.5, 0.55, 0.2};
    }
    for (std::string* name : {&bone.name, &bone.parent}) {
      const size_t at = name->find("arm");
      if (at != std::string::npos) name->replace(at, 3, "wing");
      if (name->find("hand") != std::string::npos) name->replace(name->find("hand"), 4, "feather");
    }
  }
  const HumanoidAnswer answer = DeriveProfile(MakeRig(bones));
  EXPECT_FALSE(answer.humanoid);
  EXPECT_THAT(answer.reason, HasSubstr("no leftarm, rightarm"));
}

TEST(DeriveProfile, RefusesAWingedBeastWithHumanNames) {
  std::vector<TestBone> bones = Dog();
  for (TestBone& bone : bones) {
    const double side = bone.name.starts_with("left") ? 1 : -1;
    if (bone.name.ends_with("forearm")) bone.position = {side * 0.5, 0.55, 0.2};
    if (bone.name.ends_with("hand")) bone.position = {side * 0.9, 0.5, 0.1};
  }
  const HumanoidAnswer answer = DeriveProfile(MakeRig(bones));
  EXPECT_FALSE(answer.humanoid);
  EXPECT_THAT(answer.reason, HasSubstr("lies across"));
}

TEST(DeriveProfile, TakesHipsBesideTheSpineUnderOneRoot) {
  std::vector<TestBone> bones = Body(RoleNames());
  bones.insert(bones.begin(), {"root", "", {0, 0, 0}});
  for (TestBone& bone : bones) {
    if (bone.name == "hips" || bone.name == "spine") bone.parent = "root";
  }
  const Rig rig = MakeRig(bones);
  const HumanoidAnswer answer = DeriveProfile(rig);
  for (const auto& [role, name] : RoleNames()) EXPECT_EQ(NameOf(rig, answer.profile, role), name) << role;
}

TEST(DeriveProfile, GivesNoRoleToTipsAndHelpers) {
  std::map<std::string, std::string> names = RoleNames();
  names.erase("lefttoebase"), names.erase("righttoebase");
  std::vector<TestBone> bones = Body(names);
  bones.push_back({"leftfoot_end", "leftfoot", {0.11, 0.02, 0.1}});
  bones.push_back({"rightfoot_end", "rightfoot", {-0.11, 0.02, 0.1}});
  bones.push_back({"head_end", "head", {0, 1.75, 0}});
  const HumanoidAnswer answer = DeriveProfile(MakeRig(bones));
  EXPECT_EQ(answer.profile.roles.size(), names.size());
  for (const RoleBone& entry : answer.profile.roles)
    EXPECT_LT(entry.bone, static_cast<int>(names.size())) << entry.role;
}

TEST(DeriveProfile, RefusesAProp) {
  const HumanoidAnswer answer = DeriveProfile(MakeRig(
      {{"Root", "", {0, 0, 0}}, {"Chest_Bottom", "Root", {0, 0.3, 0}}, {"Chest_Top", "Chest_Bottom", {0, 0.9, 0}}}));
  EXPECT_FALSE(answer.humanoid);
  EXPECT_THAT(answer.missing, ::testing::Contains("hips"));
  EXPECT_THAT(answer.reason, HasSubstr("not a humanoid: no hips, head"));
}

TEST(DeriveProfile, RefusesHandsOnly) {
  std::map<std::string, std::string> names = RoleAndFingerNames();
  for (const char* side : {"left", "right"}) {
    for (const char* part : {"shoulder", "arm", "forearm", "upleg", "leg", "foot", "toebase"})
      names.erase(Cat(side, part));
  }
  const HumanoidAnswer answer = DeriveProfile(MakeRig(Body(names)));
  EXPECT_FALSE(answer.humanoid);
  EXPECT_THAT(answer.missing, Not(::testing::Contains("lefthand")));
  EXPECT_THAT(answer.missing, ::testing::Contains("leftforearm"));
}

TEST(DeriveProfile, NamesTheRolesAOneLeggedRigLacks) {
  const HumanoidAnswer answer = DeriveProfile(MakeRig(Without(Body(RoleNames()), "rightupleg")));
  EXPECT_THAT(answer.missing, ElementsAre("rightupleg", "rightleg", "rightfoot"));
  EXPECT_TRUE(answer.humanoid);
  EXPECT_EQ(answer.reason, "humanoid, without rightupleg, rightleg, rightfoot");
}

TEST(DeriveProfile, RefusesALeglessRig) {
  const HumanoidAnswer answer = DeriveProfile(MakeRig(Without(Without(Body(RoleNames()), "rightupleg"), "leftupleg")));
  EXPECT_FALSE(answer.humanoid);
  EXPECT_EQ(answer.reason, "not a humanoid: no leftupleg, rightupleg, leftleg, rightleg, leftfoot, rightfoot");
}

// The mirrored names of every sided role.
std::map<std::string, std::string> LyingNames() {
  std::map<std::string, std::string> names = RoleNames();
  for (auto& [role, name] : names) name = MirroredRole(role);
  return names;
}

TEST(DeriveProfile, LetsTheBodyDecideSides) {
  const Rig rig = MakeRig(Body(LyingNames()));
  const HumanoidAnswer answer = DeriveProfile(rig);
  EXPECT_TRUE(answer.humanoid);
  EXPECT_EQ(NameOf(rig, answer.profile, "leftforearm"), "rightforearm");
  EXPECT_EQ(NameOf(rig, answer.profile, "rightfoot"), "leftfoot");
  ASSERT_EQ(answer.warnings.size(), 1u);
  EXPECT_THAT(answer.warnings[0], HasSubstr("the other way round"));
  for (const RoleEvidence& evidence : answer.evidence) {
    EXPECT_EQ(evidence.conflict.empty(), SideOfRole(evidence.role) == 0) << evidence.role;
  }
}

// Knees, elbows and feet in one plane: nothing shows where the body faces.
std::vector<TestBone> Flat(std::vector<TestBone> bones) {
  for (TestBone& bone : bones) bone.position.z = 0;
  std::erase_if(bones, [](const TestBone& bone) { return bone.name.find("toebase") != std::string::npos; });
  return bones;
}

TEST(DeriveProfile, TrustsNamesWhereNothingShowsTheFacing) {
  const Rig rig = MakeRig(Flat(Body(LyingNames())));
  const HumanoidAnswer answer = DeriveProfile(rig);
  EXPECT_EQ(NameOf(rig, answer.profile, "leftforearm"), "leftforearm");
  EXPECT_THAT(answer.warnings, IsEmpty());
}

TEST(DeriveProfile, FollowsAnyFacingAndUpAxis) {
  for (const double yaw : {0.0, 90.0, 180.0, -90.0, 22.0}) {
    for (const bool z_up : {false, true}) {
      const Rig rig = MakeRig(Body(RoleNames()), {.yaw_deg = yaw, .scale = 100, .z_up = z_up});
      const HumanoidAnswer answer = DeriveProfile(rig);
      EXPECT_THAT(answer.warnings, IsEmpty()) << yaw;
      for (const auto& [role, name] : RoleNames()) EXPECT_EQ(NameOf(rig, answer.profile, role), name) << yaw;
    }
  }
}

// Both thighs of the stored rest lifted to the front, the trunk bowed; the mesh was bound upright.
Rig PosedRest() {
  const Rig upright = MakeRig(Body(LyingNames()));
  RawRig raw = upright.ToRaw();
  for (RawBone& bone : raw.bones) {
    if (bone.name.find("upleg") == std::string::npos && bone.name != "spine") continue;
    bone.rest.rotation = bone.rest.rotation * AxisAngle(Vec3(0.6, 0.8, 0), 1.6);
  }
  return *Rig::Build(std::move(raw));
}

TEST(DeriveProfile, ReadsTheBindPoseWhereRestIsPosed) {
  const Rig rig = PosedRest();
  const HumanoidAnswer answer = DeriveProfile(rig);
  EXPECT_TRUE(answer.humanoid);
  EXPECT_EQ(NameOf(rig, answer.profile, "leftleg"), "rightleg");  // the names lie, and bind shows it
}

TEST(DeriveProfile, AcceptsAZeroPoseThatIsNoPoseByNames) {
  std::vector<TestBone> bones = Body(RoleNames());
  // As in some BVH files: offsets along the bones' own axes, mirrored left and right.
  for (TestBone& bone : bones) {
    if (bone.name == "leftleg") bone.position = {0.09, 1.3, 0};
    if (bone.name == "leftfoot") bone.position = {0.09, 1.7, 0};
  }
  const HumanoidAnswer answer = DeriveProfile(MakeRig(bones, {.skin = false}));
  EXPECT_TRUE(answer.humanoid);
  ASSERT_EQ(answer.warnings.size(), 1u);
  EXPECT_THAT(answer.warnings[0], HasSubstr("no standing pose"));
}

TEST(DeriveProfile, KeepsRolesInProfileOrderAndBonesUnique) {
  const HumanoidAnswer answer = DeriveProfile(MakeRig(Body(RoleAndFingerNames())));
  EXPECT_EQ(answer.profile.roles.size(), RoleAndFingerNames().size());
  for (size_t i = 0; i < answer.profile.roles.size(); ++i) {
    EXPECT_EQ(answer.evidence[i].role, answer.profile.roles[i].role);
    EXPECT_EQ(answer.evidence[i].bone, answer.profile.roles[i].bone);
    if (i > 0) {
      EXPECT_TRUE(RoleLess(answer.profile.roles[i - 1].role, answer.profile.roles[i].role));
    }
  }
}

TEST(DeriveProfile, NumbersFingersAlongTheirChain) {
  std::map<std::string, std::string> names = RoleAndFingerNames();
  names["lefthandthumb1"] = "Bip01 L Finger0", names["lefthandthumb2"] = "Bip01 L Finger01",
  names["lefthandthumb3"] = "Bip01 L Finger02";
  names["lefthandindex1"] = "Bip01 L Finger1", names["lefthandindex2"] = "Bip01 L Finger11",
  names["lefthandindex3"] = "Bip01 L Finger12";
  names["lefthandmiddle1"] = "Bip01 L Finger2", names["lefthandmiddle2"] = "Bip01 L Finger21",
  names["lefthandmiddle3"] = "Bip01 L Finger22";
  names["lefthandring1"] = "Bip01 L Finger3", names["lefthandring2"] = "Bip01 L Finger31",
  names["lefthandring3"] = "Bip01 L Finger32";
  names["lefthandpinky1"] = "Bip01 L Finger4", names["lefthandpinky2"] = "Bip01 L Finger41",
  names["lefthandpinky3"] = "Bip01 L Finger42";
  const Rig rig = MakeRig(Body(names));
  const HumanoidAnswer answer = DeriveProfile(rig);
  for (const auto& [role, name] : names) EXPECT_EQ(NameOf(rig, answer.profile, role), name) << role;
}

TEST(DeriveProfile, MapsTheTrunkByItsLength) {
  std::vector<TestBone> bones = Body(RoleNames());
  for (TestBone& bone : bones) {
    if (bone.name == "spine1") bone.parent = "spineA";
    if (bone.name == "spine2") bone.parent = "spineB";
  }
  const auto at = std::find_if(bones.begin(), bones.end(), [](const TestBone& b) { return b.name == "spine1"; });
  bones.insert(at + 1, {"spineB", "spine1", {0, 1.23, -0.015}});
  const auto low = std::find_if(bones.begin(), bones.end(), [](const TestBone& b) { return b.name == "spine1"; });
  bones.insert(low, {"spineA", "spine", {0, 1.11, 0}});
  const Rig rig = MakeRig(bones);
  const HumanoidAnswer answer = DeriveProfile(rig);
  EXPECT_EQ(NameOf(rig, answer.profile, "spine"), "spine");
  EXPECT_EQ(NameOf(rig, answer.profile, "spine1"), "spine1");
  EXPECT_EQ(NameOf(rig, answer.profile, "spine2"), "spine2");
}

TEST(DeriveProfile, TwiceGivesTheSameBytes) {
  for (const bool named : {true, false}) {
    std::map<std::string, std::string> names = RoleAndFingerNames();
    int number = 0;
    if (!named) {
      for (auto& [role, name] : names) name = Cat("bone_", number++);
    }
    const Rig rig = MakeRig(Body(names));
    EXPECT_EQ(ProfileAnswerJson(DeriveProfile(rig), rig), ProfileAnswerJson(DeriveProfile(rig), rig));
  }
}

TEST(DeriveProfile, AnswersForHostileShapes) {
  std::vector<TestBone> chain{{"bone0", "", {0, 0, 0}}};
  for (int i = 1; i < 2000; ++i) chain.push_back({Cat("bone", i), Cat("bone", i - 1), {0, i * 0.01, 0}});
  EXPECT_FALSE(DeriveProfile(MakeRig(chain)).humanoid);
  std::vector<TestBone> fan{{"hand_l", "", {0, 0, 0}}};
  for (int i = 1; i < 5000; ++i) fan.push_back({Cat("thumb_l", i), "hand_l", {i * 0.01, 1, i % 7 * 0.1}});
  EXPECT_FALSE(DeriveProfile(MakeRig(fan)).humanoid);
  std::vector<TestBone> point;
  for (int i = 0; i < 20; ++i) point.push_back({Cat("leftarm", i), i == 0 ? "" : Cat("leftarm", i - 1), {0, 0, 0}});
  EXPECT_FALSE(DeriveProfile(MakeRig(point)).humanoid);
}

TEST(ResolveProfile, PrefersTheRigsOwnProfile) {
  const Rig rig = MakeRig(Body(RoleNames()));
  Profile own = DeriveProfile(rig).profile;
  own.base = "by hand";
  own.Erase("spine2");
  ASSERT_OK_AND_ASSIGN(const Rig edited, rig.WithProfile(own));
  const HumanoidAnswer answer = ResolveProfile(edited);
  EXPECT_TRUE(answer.humanoid);
  EXPECT_EQ(answer.profile, own);
  EXPECT_EQ(answer.evidence.size(), own.roles.size());
  EXPECT_EQ(ResolveProfile(rig).profile, DeriveProfile(rig).profile);
}

TEST(Humanoid, NamesWhatIsMissing) {
  EXPECT_THAT(
      Humanoid::Make(MakeRig(Without(Without(Body(RoleNames()), "rightshoulder"), "leftshoulder"))),
      StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("not a humanoid: no leftarm, rightarm, leftforearm")));
}

TEST(Humanoid, HoldsRigAndRoles) {
  const Rig rig = MakeRig(Body(RoleNames()));
  ASSERT_OK_AND_ASSIGN(const Humanoid humanoid, Humanoid::Make(rig));
  EXPECT_EQ(humanoid.BoneOf("head"), rig.FindBone("head"));
  EXPECT_EQ(humanoid.BoneOf("jaw"), -1);
  EXPECT_EQ(humanoid.profile().bone_count, humanoid.rig().num_bones());
}

TEST(ProfileAnswerJson, HasTheAgreedShape) {
  const Rig rig = MakeRig({{"mixamorig:Hips", "", {0, 1, 0}},
                           {"mixamorig:LeftUpLeg", "mixamorig:Hips", {0.1, 1, 0}},
                           {"mixamorig:LeftLeg", "mixamorig:LeftUpLeg", {0.1, 0.5, 0}}});
  const std::string text = ProfileAnswerJson(DeriveProfile(rig), rig);
  EXPECT_THAT(text, ::testing::StartsWith("{\n  \"humanoid\": false,\n  \"reason\": \"not a humanoid: no head, "));
  EXPECT_THAT(text, HasSubstr("\"base\": \"mixamo\",\n  \"boneCount\": 3,\n  \"roles\": {\n    \"hips\": {\n      "
                              "\"bone\": \"mixamorig:Hips\",\n"
                              "      \"node\": 0,\n      \"nameScore\": 1.0,\n      \"geometryScore\": 0.0\n    },\n"));
  EXPECT_THAT(text, HasSubstr("\"missing\": [\n    \"head\",\n"));
  EXPECT_THAT(text, ::testing::EndsWith("\"warnings\": []\n}"));
}

}  // namespace
}  // namespace retarget::testing
