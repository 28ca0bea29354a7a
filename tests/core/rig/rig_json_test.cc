#include "absl/strings/str_replace.h"
#include "core/rig/codecs.h"
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

std::string With(std::string_view from, std::string_view to) {
  return absl::StrReplaceAll(EncodeRigJson(ExampleRig()), {{{from.data(), from.size()}, {to.data(), to.size()}}});
}

void ExpectRefused(std::string_view text, std::string_view message) {
  EXPECT_THAT(DecodeRigJson(text), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message))));
}

TEST(RigJson, RefusesEachBrokenFieldByName) {
  ASSERT_OK(DecodeRigJson(EncodeRigJson(ExampleRig())));
  ExpectRefused("{", "rig.json: not valid JSON at byte");
  ExpectRefused("7", "rig.json: expected an object");
  ExpectRefused(With("\"name\": \"doll\",", ""), "rig.json: the field name is missing");
  ExpectRefused(With("\"bones\"", "\"bonez\""), "the field bones is missing");
  ExpectRefused("{\"name\": \"x\", \"bones\": {}}", "bones: expected an array");
  ExpectRefused("{\"name\": \"x\", \"bones\": [3]}", "bones[0]: expected an object");
  ExpectRefused("{\"name\": \"x\", \"bones\": []}", "has 0 bones");
  ExpectRefused(With("\"Head\"", "false"), "bones[1].name: expected a string");
  ExpectRefused(With("\"parent\": 0", "\"parent\": 2"), "bone 1 (\"Head\"): parent 2 is not a bone");
  ExpectRefused(With("\"parent\": 0", "\"parent\": 0.5"), "bones[1].parent: expected an integer");
  ExpectRefused(With("\"parent\": -1", "\"parent\": 1"), "looping hierarchy: \"Head\" -> \"Hips\"");
  ExpectRefused(With("[0, 0.5, 0]", "[0, 0.5]"), "bones[1].translation: expected an array of 3 numbers");
  ExpectRefused(With("[0, 0.5, 0]", "[0, null, 0]"), "bones[1].translation: expected an array of 3 numbers");
  ExpectRefused(With("[0, 0.5, 0]", "[0, 1e999, 0]"), "rig.json: not valid JSON: a number is out of range");
  ExpectRefused(With("[0, 0, 0, 1], \"scale\"", "[0, 0, 0, 0], \"scale\""),
                "bone 0 (\"Hips\"): the rest rotation is a zero");
  ExpectRefused(With("\"scale\"", "\"size\""), "bones[0]: the field scale is missing");
  ExpectRefused(With("0, -1, 0, 1]", "0, -1, 0]"), "bones[0].inverseBind: expected an array of 16 numbers");
  ExpectRefused(With("\"hips\": \"Hips\"", "\"hips\": \"Hip\""),
                "profile.roles: role hips maps to bone \"Hip\", which is not in the skeleton (nearest: \"Hips\")");
  ExpectRefused(With("\"hips\": \"Hips\"", "\"hips\": 0"), "profile.roles: role hips: expected the name of a bone");
  ExpectRefused(With("\"hips\": \"Hips\"", "\"hips\": \"Hips\", \"neck\": \"Hips\""), "bone 0 has two roles");
  ExpectRefused(With("\"boneCount\": 2", "\"boneCount\": -2"), "profile.boneCount: expected an integer");
}

TEST(RigJson, RoundTripsEveryBitAndIsIdempotent) {
  for (const Rig& rig : {ExampleRig(), AwkwardRig()}) {
    const std::string text = EncodeRigJson(rig);
    ASSERT_OK_AND_ASSIGN(const Rig back, DecodeRigJson(text));
    EXPECT_EQ(EncodeRigJson(back), text);
    EXPECT_EQ(EncodeZmsh(back), EncodeZmsh(rig));
  }
}

TEST(RigJson, ReadsAliasRolesAndAProfileWithoutBoneCount) {
  const std::string text = With("\"boneCount\": 2,", "");
  ASSERT_OK_AND_ASSIGN(const Rig rig, DecodeRigJson(absl::StrReplaceAll(text, {{"\"hips\"", "\"UpperChest\""}})));
  EXPECT_EQ(rig.profile()->bone_count, 2);
  EXPECT_EQ(rig.profile()->BoneOf("spine2"), 0);
}

TEST(RigJson, TextThatIsNotUtf8IsReplacedOnceAndThenKept) {
  RawRig raw = ExampleRig().ToRaw();
  raw.bones[0].name = "Hi\xFFps";
  ASSERT_OK_AND_ASSIGN(const Rig back, DecodeRigJson(EncodeRigJson(testing::BuildOrDie(raw))));
  EXPECT_EQ(back.bone_names()[0], "Hi\xEF\xBF\xBDps");
  EXPECT_EQ(back.profile()->BoneOf("hips"), 0);
  ASSERT_OK_AND_ASSIGN(const Rig again, DecodeRigJson(EncodeRigJson(back)));
  EXPECT_EQ(EncodeRigJson(again), EncodeRigJson(back));
}

TEST(RigJson, DamagedTextNeverCrashes) {
  const std::string good = EncodeRigJson(AwkwardRig());
  testing::ForEachTruncation(std::string_view(good).substr(0, good.size() - 2),
                             [](std::string_view text) { EXPECT_FALSE(DecodeRigJson(text).ok()); });
  testing::ForEachByteFlip(good, 3000, [](std::string_view text) {
    const absl::StatusOr<Rig> rig = DecodeRigJson(text);
    if (rig.ok()) {
      EXPECT_OK(DecodeRigJson(EncodeRigJson(*rig)));
    }
  });
}

}  // namespace
}  // namespace retarget
