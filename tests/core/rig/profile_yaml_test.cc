#include <random>

#include "core/rig/bone_ref.h"
#include "core/rig/codecs.h"
#include "core/rig/roles.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/rig/sample_rigs.h"
#include "tests/support/broken_bytes.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using testing::AwkwardRig;
using testing::ExampleRig;
using ::testing::HasSubstr;
using testing::StatusIs;

// Bones called `names`, all roots.
Rig RigOf(std::vector<std::string> names) {
  RawRig raw;
  for (std::string& name : names) raw.bones.push_back({std::move(name), -1, {}, std::nullopt});
  return testing::BuildOrDie(std::move(raw));
}

void ExpectRefused(std::string_view yaml, std::string_view message) {
  const Rig rig = RigOf({"Hips", "LeftHand", "Head", "Head"});
  EXPECT_THAT(DecodeProfile(yaml, rig), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message))))
      << yaml.substr(0, 200);
}

TEST(ProfileYaml, RefusesEachMistakeWithItsLine) {
  ExpectRefused("base: x\nroles:\n  hips: Hips\n  lefthand: LeftHnd\n",
                "humanoid.profile: line 4: role \"lefthand\" maps to bone \"LeftHnd\", which is not in the skeleton "
                "(nearest: \"LeftHand\")");
  ExpectRefused("roles:\n  hips: Hips\n  spine: Hips\n",
                "line 3: role \"spine\" maps to bone \"Hips\", which has a role on line 2 already");
  ExpectRefused("roles:\n  hips: Hips\n  Hips: LeftHand\n", "line 3: role \"Hips\" stands on line 2 already");
  ExpectRefused("roles:\n  head: Head\n",
                "line 2: role \"head\" maps to bone \"Head\", a name that 2 bones have (write "
                "\"Head@2\" or \"Head@3\")");
  ExpectRefused("roles:\n  head: Head@0\n", "which is not in the skeleton");
  ExpectRefused("roles:\n  head:\n", "head has no value");
  ExpectRefused("roles:\n  \"\": Hips\n", "line 2: role \"\" has no name");
  ExpectRefused("base: x\nbase: y\n", "line 2: base stands twice");
  ExpectRefused("boneCount: many\n", "line 1: boneCount is \"many\", expected an integer from 0 to 10000");
  ExpectRefused("boneCount: -1\n", "boneCount is \"-1\"");
  ExpectRefused("base: x\nrolez: Hips\nroles:\n  hips: Hips\n",
                "line 2: \"rolez\" is not one of base, boneCount, roles, poses");
  ExpectRefused("roles: [Hips]\n", "line 1: lists are not allowed");
  ExpectRefused("roles:\n  hips: {bone: Hips}\n", "line 2: only `roles` and `poses`, once each, may hold a mapping");
  ExpectRefused("roles: {hips: Hips}\nroles: {}\n", "line 2: only `roles` and `poses`, once each, may hold a mapping");
  ExpectRefused("just text\n", "line 1: expected `roles:`");
  ExpectRefused("roles: {hips: Hips}\n---\nroles: {}\n", "expected one document");
  ExpectRefused("roles:\n\thips: Hips\n", "humanoid.profile: line 2");
  ExpectRefused("roles: {hips: Hips", "humanoid.profile: line 1");
  ExpectRefused("? [a]\n: Hips\n", "line 1: lists are not allowed");
}

TEST(ProfileYaml, RefusesAliasesAndAnchors) {
  ExpectRefused("base: &a x\nroles: {hips: Hips}\n", "line 1: anchors are not allowed");
  ExpectRefused("roles: {hips: *a}\n", "humanoid.profile: line 1");
  std::string bomb = "a: &a [x, x, x, x]\n";
  for (char c = 'b'; c < 'k'; ++c)
    bomb += std::string(1, c) + ": &" + c + " [*" + char(c - 1) + ", *" + char(c - 1) + "]\n";
  ExpectRefused(bomb, "line 1: ");
}

TEST(ProfileYaml, RefusesTextThatIsNotUtf8) {
  ExpectRefused("base: \x92M\n", "humanoid.profile: is not UTF-8 text");
  ExpectRefused("roles:\n  hips: \"a\\_\"\n", "line 2: an escape that is not supported");
}

TEST(ProfileYaml, RefusesDeepNestingAndLongText) {
  ExpectRefused(std::string(100000, '['), "humanoid.profile: line 1");
  ExpectRefused(std::string(100000, '{'), "humanoid.profile: line 1");
  ExpectRefused("base: " + std::string(5 << 20, 'x'), "at most 4194304 are read");
}

TEST(ProfileYaml, RefusesRoleNamesNoKeyCanHold) {
  const std::string longest(kMaxRoleBytes, '\x15'), longer(kMaxRoleBytes + 1, 'x');
  const Rig rig = RigOf({"Hips"});
  ASSERT_OK_AND_ASSIGN(const Rig named, rig.WithProfile(Profile{"", 1, {{longest, 0}}}));
  ASSERT_OK_AND_ASSIGN(const Profile again, DecodeProfile(EncodeProfile(*named.profile(), rig), rig));
  EXPECT_EQ(again, *named.profile());
  EXPECT_THAT(DecodeProfile(longer + ": Hips\n", rig),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is longer than 128 bytes")));
  EXPECT_THAT(rig.WithProfile(Profile{"", 1, {{longer, 0}}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is longer than 128 bytes")));
}

TEST(ProfileYaml, ListsAllMistakesAtOnce) {
  ExpectRefused("roles: {hips: A, spine: B, neck: C}\n", "role \"hips\"");
  ExpectRefused("roles: {hips: A, spine: B, neck: C}\n", "role \"neck\"");
}

TEST(ProfileYaml, StopsLookingForNearestNamesAfterTwentyMistakes) {
  std::string yaml;
  for (int i = 0; i < 100000; ++i) yaml += "role" + std::to_string(i) + ": no bone of that name at all\n";
  std::vector<std::string> names(10000, "a bone with quite a long name");
  // Without the stop this is 10^12 steps of an edit distance: the test would run into its timeout.
  EXPECT_THAT(DecodeProfile(yaml, RigOf(names)), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("line 20: ")));
}

TEST(ProfileYaml, WritesRolesInBodyOrder) {
  const Rig rig = RigOf({"mixamorig:Hips", "Left Arm", "Tail", "Spine"});
  Profile profile{"mixamo", 4, {}};
  profile.Set("tail", 2);
  profile.Set("leftarm", 1);
  profile.Set("hips", 0);
  profile.Set("spine", 3);
  EXPECT_EQ(EncodeProfile(profile, rig),
            "base: mixamo\nboneCount: 4\nroles:\n  hips: mixamorig:Hips\n  spine: Spine\n  leftarm: \"Left Arm\"\n"
            "  tail: Tail\n");
  EXPECT_EQ(EncodeProfile(Profile{}, rig), "base: \"\"\nboneCount: 0\nroles: {}\n");
}

TEST(ProfileYaml, ReadsFlatMapsAliasesAndUnknownRoles) {
  const Rig rig = RigOf({"Hips", "Chest", "Tail", "A", "B"});
  const Profile expected{"", 5, {{"hips", 0}, {"spine1", 1}, {"leftupleg", 3}, {"Wagging Tail", 2}}};
  for (const char* yaml :
       {"Hips: Hips\nchest: Chest\nWagging Tail: Tail\nleftUpperLeg: A\n",
        "ROLES:\n  pelvis: Hips\n  spine_02: Chest\n  thigh_l: A\n  Wagging Tail: Tail\nBonecount: 5\n",
        "# by hand\n{hips: Hips@0, Chest: '@1', 'Wagging Tail': Tail, LeftUpLeg: A}\n"}) {
    ASSERT_OK_AND_ASSIGN(const Profile profile, DecodeProfile(yaml, rig));
    EXPECT_EQ(profile, expected) << yaml;
  }
}

TEST(ProfileYaml, AThumbMetacarpalMakesProximalTheSecondBone) {
  const Rig rig = RigOf({"a", "b", "c"});
  ASSERT_OK_AND_ASSIGN(const Profile vrm1,
                       DecodeProfile("leftThumbMetacarpal: a\nleftThumbProximal: b\nleftThumbDistal: c\n", rig));
  EXPECT_EQ(vrm1.BoneOf("lefthandthumb2"), 1);
  ASSERT_OK_AND_ASSIGN(const Profile vrm0,
                       DecodeProfile("leftThumbProximal: a\nleftThumbIntermediate: b\nleftThumbDistal: c\n", rig));
  EXPECT_EQ(vrm0.BoneOf("lefthandthumb2"), 1);
}

TEST(ProfileYaml, EmptyTextIsAnEmptyProfile) {
  ASSERT_OK_AND_ASSIGN(const Profile profile, DecodeProfile("", ExampleRig()));
  EXPECT_TRUE(profile.roles.empty());
  EXPECT_EQ(profile.bone_count, 2);
}

TEST(ProfileYaml, RoundTripsAwkwardNames) {
  const Rig rig = AwkwardRig();
  const std::string text = EncodeProfile(*rig.profile(), rig);
  ASSERT_OK_AND_ASSIGN(const Profile back, DecodeProfile(text, rig));
  EXPECT_EQ(back, *rig.profile()) << text;
}

TEST(ProfileYaml, RoundTripsRandomBytesAsNames) {
  std::mt19937 random(3);
  constexpr std::string_view kPieces[] = {
      "\"",   "'", ":", "#", " ", "\n", "\x01", "\x04", "\x7F", "\xC2\x85", "\xE2\x80\xA8", "\xEF\xBB\xBF",
      "\xFF", "@", "0", "a", "{", "&",  "*",    "!",    "%",    "-",        "\\",           "~"};
  for (int round = 0; round < 300; ++round) {
    std::vector<std::string> names(5);
    for (std::string& name : names) {
      for (int length = random() % 5; length > 0; --length) name += kPieces[random() % std::size(kPieces)];
    }
    const Rig rig = RigOf(names);
    Profile profile{"x", 5, {}};
    for (int bone = 0; bone < 5; ++bone) profile.Set(std::string(BodyRoles()[bone]), bone);
    ASSERT_OK_AND_ASSIGN(const Profile back, DecodeProfile(EncodeProfile(profile, rig), rig));
    ASSERT_EQ(back, profile) << EncodeProfile(profile, rig);
  }
}

TEST(BoneRef, UsesAnIndexOnlyWhereANameDoesNotDo) {
  const Rig rig = AwkwardRig();
  EXPECT_EQ(BoneRef(rig, 1), "a");
  EXPECT_EQ(BoneRef(rig, 0), "b@0");
  EXPECT_EQ(BoneRef(rig, 2), "b@2");
  EXPECT_EQ(BoneRef(rig, 3), "@3");
  EXPECT_EQ(BoneRef(rig, 4), "b@0@4");  // its name reads as bone 0
  for (int bone = 0; bone < rig.num_bones(); ++bone) EXPECT_EQ(*FindBoneRef(rig, BoneRef(rig, bone)), bone);
}

TEST(ProfileYaml, DamagedTextNeverCrashes) {
  const Rig rig = AwkwardRig();
  const std::string good = EncodeProfile(*rig.profile(), rig);
  testing::ForEachTruncation(good, [&](std::string_view text) { DecodeProfile(text, rig).status().IgnoreError(); });
  testing::ForEachByteFlip(good, 3000, [&](std::string_view text) {
    const absl::StatusOr<Profile> profile = DecodeProfile(text, rig);
    if (profile.ok()) {
      EXPECT_OK(rig.WithProfile(*profile));
    }
  });
}

}  // namespace
}  // namespace retarget
