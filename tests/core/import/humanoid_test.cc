// VRM humanoid maps as profiles.

#include "core/import/scene.h"
#include "gtest/gtest.h"
#include "tests/support/glb_builder.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::vector<std::string> kRequired = {"hips",          "spine",         "head",          "leftUpperArm",
                                            "leftLowerArm",  "leftHand",      "rightUpperArm", "rightLowerArm",
                                            "rightHand",     "leftUpperLeg",  "leftLowerLeg",  "leftFoot",
                                            "rightUpperLeg", "rightLowerLeg", "rightFoot"};

// Nodes 0..n-1 for the required bones, then for `more`.
GlbBuilder Vrm0(const std::vector<std::string>& more) {
  GlbBuilder b;
  nlohmann::ordered_json bones = nlohmann::ordered_json::array();
  for (const std::string& name : kRequired) bones.push_back({{"bone", name}, {"node", b.Node("x")}});
  for (const std::string& name : more) bones.push_back({{"bone", name}, {"node", b.Node("x")}});
  b.json["extensions"]["VRM"]["humanoid"]["humanBones"] = bones;
  return b;
}

GlbBuilder Vrm1(const std::vector<std::string>& more, const char* extension = "VRMC_vrm") {
  GlbBuilder b;
  nlohmann::ordered_json bones;
  for (const std::string& name : kRequired) bones[name] = {{"node", b.Node("x")}};
  for (const std::string& name : more) bones[name] = {{"node", b.Node("x")}};
  b.json["extensions"][extension]["humanoid"]["humanBones"] = bones;
  return b;
}

TEST(HumanoidMap, Vrm0ThumbsStartWithTheProximalBone) {
  const GlbBuilder b = Vrm0({"leftThumbProximal", "leftThumbIntermediate", "leftThumbDistal", "chest", "upperChest"});
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  ASSERT_TRUE(scene.rig && scene.rig->profile());
  const Profile& profile = *scene.rig->profile();
  EXPECT_EQ(profile.base, "vrm0");
  EXPECT_EQ(profile.bone_count, 20);
  EXPECT_EQ(profile.BoneOf("lefthandthumb1"), 15);
  EXPECT_EQ(profile.BoneOf("lefthandthumb2"), 16);
  EXPECT_EQ(profile.BoneOf("lefthandthumb3"), 17);
  EXPECT_EQ(profile.BoneOf("spine"), 1);
  EXPECT_EQ(profile.BoneOf("spine1"), 18);
  EXPECT_EQ(profile.BoneOf("spine2"), 19);
  EXPECT_EQ(profile.BoneOf("leftforearm"), 4);
}

TEST(HumanoidMap, Vrm1ThumbsStartWithTheMetacarpal) {
  for (const auto& [extension, base] : {std::pair{"VRMC_vrm", "vrm1"}, std::pair{"VRMC_vrm_animation", "vrma"}}) {
    const GlbBuilder b = Vrm1({"rightThumbMetacarpal", "rightThumbProximal", "rightThumbDistal"}, extension);
    ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
    ASSERT_TRUE(scene.rig && scene.rig->profile());
    EXPECT_EQ(scene.rig->profile()->base, base);
    EXPECT_EQ(scene.rig->profile()->BoneOf("righthandthumb1"), 15);
    EXPECT_EQ(scene.rig->profile()->BoneOf("righthandthumb2"), 16);
    EXPECT_EQ(scene.rig->profile()->BoneOf("righthandthumb3"), 17);
  }
}

TEST(HumanoidMap, BrokenEntriesAreSkippedWithAWarning) {
  GlbBuilder b = Vrm0({"tail"});
  auto& bones = b.json["extensions"]["VRM"]["humanoid"]["humanBones"];
  bones.push_back({{"bone", "neck"}, {"node", 12345}});
  bones.push_back({{"bone", "chest"}, {"node", 0}});  // node 0 is the hips already
  bones.push_back(7);
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  ASSERT_TRUE(scene.rig && scene.rig->profile());
  EXPECT_EQ(scene.rig->profile()->roles.size(), kRequired.size());
  EXPECT_THAT(scene.warnings, ElementsAre(HasSubstr("\"tail\" is not a VRM bone"), HasSubstr("names node 12345"),
                                          HasSubstr("\"chest\" repeats"), HasSubstr("\"\" is not a VRM bone")));
}

TEST(HumanoidMap, WithoutARequiredBoneItIsNotUsed) {
  GlbBuilder b = Vrm1({});
  b.json["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"].erase("leftFoot");
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  ASSERT_TRUE(scene.rig.has_value());
  EXPECT_EQ(scene.rig->profile(), std::nullopt);
  EXPECT_THAT(scene.warnings, ElementsAre("humanoid map: not used, it lacks \"leftfoot\""));
}

}  // namespace
}  // namespace retarget::testing
