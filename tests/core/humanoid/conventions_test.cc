// One body under the names of every convention, rest frames turned at random.

#include <string>
#include <vector>

#include "core/base/cat.h"
#include "core/humanoid/derive_profile.h"
#include "gtest/gtest.h"
#include "tests/core/humanoid/test_body.h"

namespace retarget::testing {
namespace {

using Names = std::map<std::string, std::string>;

// A helper: hangs on a bone, stands at a place, must get no role.
struct Helper {
  std::string name, parent;
  Vec3 position;
};

struct Convention {
  std::string name;  // of the test
  std::string base;  // expected
  Names names;
  std::vector<Helper> helpers;
};

// Fills both sides: `$` in a pattern stands for left, `%` for right of {left, right}.
Names Both(const std::vector<std::pair<std::string, std::string>>& left_and_middle, const std::string& left,
           const std::string& right) {
  Names out;
  for (const auto& [role, pattern] : left_and_middle) {
    for (const bool on_left : {true, false}) {
      std::string name = pattern;
      const size_t at = name.find('$');
      if (at != std::string::npos) name.replace(at, 1, on_left ? left : right);
      out[role.starts_with("left") && !on_left ? Cat("right", role.substr(4)) : role] = name;
    }
  }
  return out;
}

Convention Mixamo(const std::string& prefix) {
  return {"Mixamo" + std::to_string(prefix.size()),
          "mixamo",
          Both({{"hips", prefix + "Hips"},
                {"spine", prefix + "Spine"},
                {"spine1", prefix + "Spine1"},
                {"spine2", prefix + "Spine2"},
                {"neck", prefix + "Neck"},
                {"head", prefix + "Head"},
                {"leftshoulder", prefix + "$Shoulder"},
                {"leftarm", prefix + "$Arm"},
                {"leftforearm", prefix + "$ForeArm"},
                {"lefthand", prefix + "$Hand"},
                {"leftupleg", prefix + "$UpLeg"},
                {"leftleg", prefix + "$Leg"},
                {"leftfoot", prefix + "$Foot"},
                {"lefttoebase", prefix + "$ToeBase"},
                {"lefthandthumb1", prefix + "$HandThumb1"},
                {"lefthandthumb2", prefix + "$HandThumb2"},
                {"lefthandindex1", prefix + "$HandIndex1"},
                {"lefthandindex2", prefix + "$HandIndex2"},
                {"lefthandindex3", prefix + "$HandIndex3"}},
               "Left", "Right"),
          {{prefix + "HeadTop_End", prefix + "Head", {0, 1.75, 0}},
           {prefix + "LeftToe_End", prefix + "LeftToeBase", {0.11, 0.02, 0.18}},
           {prefix + "RightToe_End", prefix + "RightToeBase", {-0.11, 0.02, 0.18}}}};
}

// hips spine spine1 spine2 neck head, then shoulder arm forearm hand upleg leg foot toebase with `$` for the side; ""
// for a bone the convention does not have.
Convention Make(const std::string& name, const std::string& base, const std::vector<std::string>& bones,
                const std::string& left, const std::string& right, const std::vector<Helper>& helpers = {}) {
  static const char* kRoles[] = {"hips",      "spine",        "spine1",   "spine2",      "neck",
                                 "head",      "leftshoulder", "leftarm",  "leftforearm", "lefthand",
                                 "leftupleg", "leftleg",      "leftfoot", "lefttoebase"};
  std::vector<std::pair<std::string, std::string>> pairs;
  for (size_t i = 0; i < bones.size(); ++i) {
    if (!bones[i].empty()) pairs.emplace_back(kRoles[i], bones[i]);
  }
  return {name, base, Both(pairs, left, right), helpers};
}

std::vector<Convention> Conventions() {
  return {
      Mixamo("mixamorig:"),
      Mixamo("mixamorig7:"),
      Mixamo(""),
      Make("Vrm", "vrm",
           {"hips", "spine", "chest", "upperChest", "neck", "head", "$Shoulder", "$UpperArm", "$LowerArm", "$Hand",
            "$UpperLeg", "$LowerLeg", "$Foot", "$Toes"},
           "left", "right"),
      Make("Unity", "unity",
           {"Hips", "Spine", "Chest", "UpperChest", "Neck", "Head", "$Shoulder", "$UpperArm", "$LowerArm", "$Hand",
            "$UpperLeg", "$LowerLeg", "$Foot", "$Toes"},
           "Left", "Right"),
      Make("Vroid", "vroid",
           {"J_Bip_C_Hips", "J_Bip_C_Spine", "J_Bip_C_Chest", "J_Bip_C_UpperChest", "J_Bip_C_Neck", "J_Bip_C_Head",
            "J_Bip_$_Shoulder", "J_Bip_$_UpperArm", "J_Bip_$_LowerArm", "J_Bip_$_Hand", "J_Bip_$_UpperLeg",
            "J_Bip_$_LowerLeg", "J_Bip_$_Foot", "J_Bip_$_ToeBase"},
           "L", "R",
           {{"J_Sec_Hair1_01", "J_Bip_C_Head", {0, 1.7, 0.05}},
            {"J_Sec_L_Bust1", "J_Bip_C_UpperChest", {0.05, 1.3, 0.1}},
            {"J_Sec_L_SkirtBack_01", "J_Bip_C_Hips", {0.05, 0.8, -0.1}}}),
      Make("Unreal", "unreal",
           {"pelvis", "spine_01", "spine_02", "spine_03", "neck_01", "head", "clavicle_$", "upperarm_$", "lowerarm_$",
            "hand_$", "thigh_$", "calf_$", "foot_$", "ball_$"},
           "l", "r",
           {{"upperarm_twist_01_l", "upperarm_l", {0.3, 1.41, -0.02}},
            {"lowerarm_twist_01_l", "lowerarm_l", {0.6, 1.41, -0.02}},
            {"thigh_twist_01_l", "thigh_l", {0.1, 0.7, 0}},
            {"ik_foot_root", "", {0, 0, 0}},
            {"ik_foot_l", "ik_foot_root", {0.1, 0.09, -0.03}},
            {"ik_hand_l", "ik_foot_root", {0.7, 1.41, -0.02}}}),
      Make("Biped", "biped",
           {"Bip001 Pelvis", "Bip001 Spine", "Bip001 Spine1", "Bip001 Spine2", "Bip001 Neck", "Bip001 Head",
            "Bip001 $ Clavicle", "Bip001 $ UpperArm", "Bip001 $ Forearm", "Bip001 $ Hand", "Bip001 $ Thigh",
            "Bip001 $ Calf", "Bip001 $ Foot", "Bip001 $ Toe0"},
           "L", "R",
           {{"Bip001 HeadNub", "Bip001 Head", {0, 1.7, 0}}, {"Bip001 L Toe0Nub", "Bip001 L Toe0", {0.11, 0, 0.2}}}),
      Make("BipedEscaped", "biped",
           {"Bip01FBXASC032Pelvis", "Bip01FBXASC032Spine", "", "", "Bip01FBXASC032Neck", "Bip01FBXASC032Head",
            "Bip01FBXASC032$FBXASC032Clavicle", "Bip01FBXASC032$FBXASC032UpperArm", "Bip01FBXASC032$FBXASC032Forearm",
            "Bip01FBXASC032$FBXASC032Hand", "Bip01FBXASC032$FBXASC032Thigh", "Bip01FBXASC032$FBXASC032Calf",
            "Bip01FBXASC032$FBXASC032Foot"},
           "L", "R"),
      Make(
          "Valve", "biped",
          {"ValveBiped.Bip01_Pelvis", "ValveBiped.Bip01_Spine", "ValveBiped.Bip01_Spine1", "ValveBiped.Bip01_Spine2",
           "ValveBiped.Bip01_Neck1", "ValveBiped.Bip01_Head1", "ValveBiped.Bip01_$_Clavicle",
           "ValveBiped.Bip01_$_UpperArm", "ValveBiped.Bip01_$_Forearm", "ValveBiped.Bip01_$_Hand",
           "ValveBiped.Bip01_$_Thigh", "ValveBiped.Bip01_$_Calf", "ValveBiped.Bip01_$_Foot", "ValveBiped.Bip01_$_Toe0"},
          "L", "R"),
      Make("Rigify", "rigify",
           {"DEF-spine", "DEF-spine.001", "DEF-spine.002", "DEF-spine.003", "DEF-spine.004", "DEF-spine.006",
            "DEF-shoulder.$", "DEF-upper_arm.$", "DEF-forearm.$", "DEF-hand.$", "DEF-thigh.$", "DEF-shin.$",
            "DEF-foot.$", "DEF-toe.$"},
           "L", "R",
           {{"ORG-upper_arm.L", "DEF-shoulder.L", {0.17, 1.41, -0.02}},
            {"MCH-upper_arm_ik.L", "DEF-shoulder.L", {0.17, 1.41, -0.02}},
            {"hand_ik.L", "", {0.7, 1.41, -0.02}}}),
      Make("BlenderVrm", "blender",
           {"hips", "spine", "chest", "", "neck", "head", "shoulder.$", "upper_arm.$", "lower_arm.$", "hand.$",
            "upper_leg.$", "lower_leg.$", "foot.$", "toes.$"},
           "L", "R"),
      Make("BlenderReversed", "unity",
           {"Pelvis", "Spine_1", "Spine_2", "", "Neck", "Head", "Shoulder_$", "Arm_Upper_$", "Arm_Lower_$", "Hand_$",
            "Leg_Upper_$", "Leg_Lower_$", "Foot_$", "Toe_$"},
           "Left", "Right"),
      Make("Daz", "daz",
           {"hip", "abdomenLower", "abdomenUpper", "chestLower", "neckLower", "head", "$Collar", "$ShldrBend",
            "$ForearmBend", "$Hand", "$ThighBend", "$Shin", "$Foot", "$Toe"},
           "l", "r", {{"lSmallToe1", "lToe", {0.13, 0.02, 0.12}}, {"lPectoral", "chestLower", {0.08, 1.3, 0.05}}}),
      Make("CharacterCreator", "character-creator",
           {"CC_Base_Hip", "CC_Base_Waist", "CC_Base_Spine01", "CC_Base_Spine02", "CC_Base_NeckTwist01", "CC_Base_Head",
            "CC_Base_$_Clavicle", "CC_Base_$_Upperarm", "CC_Base_$_Forearm", "CC_Base_$_Hand", "CC_Base_$_Thigh",
            "CC_Base_$_Calf", "CC_Base_$_Foot", "CC_Base_$_ToeBase"},
           "L", "R",
           {{"CC_Base_L_UpperarmTwist01", "CC_Base_L_Upperarm", {0.3, 1.41, -0.02}},
            {"CC_Base_L_KneeShareBone", "CC_Base_L_Calf", {0.1, 0.5, 0.01}},
            {"CC_Base_L_BigToe1", "CC_Base_L_ToeBase", {0.1, 0.01, 0.13}},
            {"CC_Base_L_Breast", "CC_Base_Spine02", {0.1, 1.3, 0.1}}}),
      Make("MakeHuman", "blender",
           {"root", "spine05", "spine03", "spine01", "neck01", "head", "clavicle.$", "upperarm01.$", "lowerarm01.$",
            "wrist.$", "upperleg01.$", "lowerleg01.$", "foot.$", "toe1-1.$"},
           "L", "R", {{"pelvis.L", "root", {0.05, 0.93, 0}}, {"breast.L", "spine01", {0.08, 1.3, 0.1}}}),
      Make("Smpl", "smpl",
           {"Pelvis", "Spine1", "Spine2", "Spine3", "Neck", "Head", "$_collar", "$_shoulder", "$_elbow", "$_wrist",
            "$_hip", "$_knee", "$_ankle", "$_foot"},
           "Left", "Right"),
      Make("Rokoko", "unity",
           {"Hips", "Spine1", "Spine2", "Spine3", "Neck", "Head", "$Shoulder", "$Arm", "$Forearm", "$Hand", "$Thigh",
            "$Shin", "$Foot", "$Toe"},
           "Left", "Right"),
      Make("Poser", "daz",
           {"hip", "abdomen", "chest", "", "neck", "head", "$Collar", "$Shldr", "$ForeArm", "$Hand", "$Thigh", "$Shin",
            "$Foot"},
           "l", "r"),
      Make("Synty", "unity",
           {"Hips", "Spine_01", "Spine_02", "Spine_03", "Neck", "Head", "Clavicle_$", "Shoulder_$", "Elbow_$", "Hand_$",
            "UpperLeg_$", "LowerLeg_$", "Ankle_$", "Ball_$"},
           "L", "R", {{"Eyebrows", "Head", {0, 1.65, 0.1}}}),
      Make("KayKit", "blender",
           {"hips", "spine", "chest", "", "", "head", "", "upperarm.$", "lowerarm.$", "hand.$", "upperleg.$",
            "lowerleg.$", "foot.$", "toes.$"},
           "l", "r", {{"handslot.l", "hand.l", {0.8, 1.41, 0}}, {"kneeIK.l", "", {0.1, 0.5, 0.5}}}),
      Make("Quaternius", "blender",
           {"Body", "Abdomen", "Torso", "", "Neck", "Head", "Shoulder.$", "UpperArm.$", "LowerArm.$", "Hand.$",
            "UpperLeg.$", "LowerLeg.$", "Foot.$"},
           "L", "R", {{"PT.L", "", {0.1, 0.5, 0.6}}}),
      Make("Cats", "cats",
           {"Hips", "Spine", "Chest", "", "Neck", "Head", "$ shoulder", "$ arm", "$ elbow", "$ wrist", "$ leg",
            "$ knee", "$ ankle", "$ toe"},
           "Left", "Right"),
      Make("Mmd", "mmd",
           {"センター", "上半身", "上半身2", "", "首", "頭", "$肩", "$腕", "$ひじ", "$手首", "$足", "$ひざ", "$足首",
            "$つま先"},
           "左", "右",
           {{"左腕捩", "左腕", {0.3, 1.41, -0.02}},
            {"左足ＩＫ", "", {0.1, 0.09, -0.03}},
            {"左足D", "センター", {0.09, 0.91, 0}},
            {"左ひざD", "左足D", {0.10, 0.50, 0.01}}}),
      Make("AdvancedSkeleton", "names",
           {"Root_M", "Spine1_M", "Spine2_M", "Chest_M", "Neck_M", "Head_M", "Scapula_$", "Shoulder_$", "Elbow_$",
            "Wrist_$", "Hip_$", "Knee_$", "Ankle_$", "Toes_$"},
           "L", "R", {{"HeadEnd_M", "Head_M", {0, 1.75, 0}}, {"ToesEnd_L", "Toes_L", {0.11, 0.02, 0.18}}}),
      Make("SecondLife", "names",
           {"mPelvis", "mTorso", "mChest", "", "mNeck", "mHead", "mCollar$", "mShoulder$", "mElbow$", "mWrist$",
            "mHip$", "mKnee$", "mAnkle$", "mToe$"},
           "Left", "Right", {{"mTail1", "mPelvis", {0, 0.9, -0.2}}}),
      Make("Roblox", "unity",
           {"LowerTorso", "UpperTorso", "", "", "", "Head", "", "$UpperArm", "$LowerArm", "$Hand", "$UpperLeg",
            "$LowerLeg", "$Foot"},
           "Left", "Right"),
      Make("Bvh", "unity",
           {"Hips", "Chest", "Chest2", "Chest3", "Neck", "Head", "$Collar", "$Shoulder", "$Elbow", "$Wrist", "$Hip",
            "$Knee", "$Ankle", "$Toe"},
           "Left", "Right"),
      Make("Sketchfab", "mixamo",
           {"mixamorig:Hips_01", "mixamorig:Spine_02", "mixamorig:Spine1_03", "mixamorig:Spine2_04",
            "mixamorig:Neck_05", "mixamorig:Head_06", "mixamorig:$Shoulder_08", "mixamorig:$Arm_09",
            "mixamorig:$ForeArm_010", "mixamorig:$Hand_011", "mixamorig:$UpLeg_055", "mixamorig:$Leg_056",
            "mixamorig:$Foot_057", "mixamorig:$ToeBase_058"},
           "Left", "Right"),
      Make("CharacterPrefix", "names",
           {"Bob_Hips", "Bob_Spine", "Bob_Chest", "", "Bob_Neck", "Bob_Head", "Bob_$_Clavicle", "Bob_$_UpperArm",
            "Bob_$_LowerArm", "Bob_$_Hand", "Bob_$_UpperLeg", "Bob_$_LowerLeg", "Bob_$_Foot", "Bob_$_Toes"},
           "L", "R"),
      Make("LowerCase", "names",
           {"pelvis", "lowerback", "torso", "", "neck", "head", "$clavicle", "$upperarm", "$lowerarm", "$hand",
            "$thigh", "$calf", "$foot", "$toes"},
           "l", "r"),
      Make("Numbered", "names",
           {"b_Root", "b_Spine01", "b_Spine02", "", "b_Neck", "b_Head", "", "b_$Arm01", "b_$Arm02", "b_$Hand",
            "b_$Leg01", "b_$Leg02", "b_$Foot01", "b_$Foot02"},
           "Left", "Right"),
  };
}

class ConventionTest : public ::testing::TestWithParam<Convention> {};

TEST_P(ConventionTest, MapsEveryRole) {
  const Convention& convention = GetParam();
  std::vector<TestBone> bones = Body(convention.names);
  for (const Helper& helper : convention.helpers) bones.push_back({helper.name, helper.parent, helper.position});
  const Rig rig = MakeRig(bones);
  const HumanoidAnswer answer = DeriveProfile(rig);
  EXPECT_TRUE(answer.humanoid) << answer.reason;
  EXPECT_EQ(answer.profile.base, convention.base);
  EXPECT_EQ(answer.profile.bone_count, rig.num_bones());
  for (const auto& [role, name] : convention.names) {
    const int bone = answer.profile.BoneOf(role);
    ASSERT_GE(bone, 0) << role << " should be " << name;
    EXPECT_EQ(rig.bone_names()[bone], name) << role;
  }
  for (const Helper& helper : convention.helpers) {
    EXPECT_EQ(answer.profile.RoleOf(rig.FindBone(helper.name)), "") << helper.name;
  }
}

INSTANTIATE_TEST_SUITE_P(Names, ConventionTest, ::testing::ValuesIn(Conventions()),
                         [](const auto& info) { return info.param.name; });

}  // namespace
}  // namespace retarget::testing
