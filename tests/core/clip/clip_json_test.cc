#include "absl/strings/str_replace.h"
#include "core/clip/codecs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/clip/sample_clips.h"
#include "tests/support/broken_bytes.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using testing::AwkwardClip;
using testing::ExampleClip;
using ::testing::HasSubstr;
using testing::StatusIs;

constexpr const char* kHandWritten = R"({
  "Name": "nod", "DURATION": 1,
  "boneNames": ["Hips", "Head"],
  "channels": [
    {"target_bone": 0, "path": "translation", "times": [0, 1], "values": [0, 1, 0, 0, 0.5, 0], "interp": "LINEAR"},
    {"targetBone": "Head", "path": "ROTATION", "keyframes_in": [0, 1], "keyframes_out": [[0, 0, 0, 1], [1, 0, 0, 0]],
     "interpolation": "linear"},
    {"bone": 1, "path": "Scale", "Times": [0.5], "Values": [1, 1, 1], "Interp": "Step"}
  ]
})";

// The hand-written clip with one piece of text replaced.
std::string With(std::string_view from, std::string_view to) {
  return absl::StrReplaceAll(kHandWritten, {{{from.data(), from.size()}, {to.data(), to.size()}}});
}

void ExpectRefused(std::string_view text, std::string_view message) {
  EXPECT_THAT(DecodeClipJson(text), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message))));
}

TEST(ClipJson, RefusesEachBrokenFieldByName) {
  ExpectRefused("", "clip JSON: not valid JSON at byte");
  ExpectRefused("[]", "clip JSON: expected an object");
  ExpectRefused(With("\"Name\"", "\"nome\""), "clip JSON: the field name is missing");
  ExpectRefused(With("\"nod\"", "3"), "clip JSON: name: expected a string");
  ExpectRefused(With("\"DURATION\": 1", "\"DURATION\": \"1\""), "clip JSON: duration: expected a number");
  ExpectRefused(With("\"DURATION\": 1", "\"DURATION\": 1e999"), "a number is out of range");
  ExpectRefused(With("\"DURATION\": 1", "\"DURATION\": 0.5"), "duration: 0.5 s ends before the last key at 1 s");
  ExpectRefused(With("\"boneNames\"", "\"bones\""), "the field bone_names is missing");
  ExpectRefused(With("\"Hips\"", "null"), "bone_names[0]: expected a string");
  ExpectRefused(With("\"channels\"", "\"tracks\""), "the field channels is missing");
  ExpectRefused(With("\"target_bone\": 0", "\"target_bone\": 2"),
                "channels[0].target_bone: expected an integer from 0");
  ExpectRefused(With("\"target_bone\": 0", "\"target_bone\": 0.5"), "channels[0].target_bone: expected an integer");
  ExpectRefused(With("\"target_bone\": 0,", ""), "channels[0]: the field target_bone is missing");
  ExpectRefused(With("\"Head\", \"path\"", "\"Hed\", \"path\""),
                "channels[1].target_bone: bone \"Hed\" is not one of bone_names (nearest: \"Head\")");
  ExpectRefused(With("[\"Hips\", \"Head\"]", "[\"Head\", \"Head\"]"), "several bones are called \"Head\"");
  ExpectRefused(With("\"ROTATION\"", "\"Weights\""), "channels[1].path: \"Weights\" is not one of \"Translation\"");
  ExpectRefused(With("\"LINEAR\"", "\"Bezier\""), "channels[0].interpolation: \"Bezier\" is not one of \"Linear\"");
  ExpectRefused(With(", \"interp\": \"LINEAR\"", ""), "channels[0]: the field interpolation is missing");
  ExpectRefused(With("\"times\": [0, 1]", "\"times\": [0, \"1\"]"),
                "channels[0].keyframes_in: expected a number, found");
  ExpectRefused(With("\"times\": [0, 1]", "\"times\": 7"), "channels[0].keyframes_in: expected an array");
  ExpectRefused(With("\"times\": [0, 1]", "\"times\": [1, 0]"),
                "channel 0 (translation of \"Hips\"): times run backwards");
  ExpectRefused(With("\"times\": [0, 1]", "\"times\": [0, 1], \"keyframes_in\": [0, 1]"), "keyframes_in stands twice");
  ExpectRefused(With("[0, 0, 0, 1], [1, 0, 0, 0]", "[0, 0, 0], [1, 1, 0, 0, 0]"),
                "channels[1].keyframes_out: key 0 has 3 numbers, expected 4");
  ExpectRefused(With("[0, 0, 0, 1]", "[[[[0]]], 0, 0, 1]"), "channels[1].keyframes_out: expected an array of numbers");
  ExpectRefused(With("[1, 1, 1]", "[1, 1, 1e39]"), "channel 2 (scale of \"Head\"): the value of key 0 is not finite");
  ExpectRefused(With("[1, 1, 1]", "[1, 1]"), "channel 2 (scale of \"Head\"): 1 keys need 3 values, there are 2");
}

TEST(ClipJson, ReadsFlatArraysOtherNamesAndAnyLetterCase) {
  ASSERT_OK_AND_ASSIGN(const Clip clip, DecodeClipJson(kHandWritten));
  EXPECT_EQ(clip, ExampleClip());
}

TEST(ClipJson, ReadsCubicKeysFlatPerKeyAndPerTangent) {
  const std::string start = R"({"name": "c", "duration": 1, "bone_names": ["b"], "channels": [{"target_bone": 0,
    "path": "Translation", "interpolation": "cubic_spline", "keyframes_in": [0], "keyframes_out": )";
  for (const char* keys :
       {"[1,2,3,4,5,6,7,8,9]", "[[1,2,3,4,5,6,7,8,9]]", "[[1,2,3],[4,5,6],[7,8,9]]", "[[[1,2,3],[4,5,6],[7,8,9]]]"}) {
    ASSERT_OK_AND_ASSIGN(const Clip clip, DecodeClipJson(start + keys + "}]}"));
    EXPECT_EQ(clip.channels[0].values, (std::vector<float>{1, 2, 3, 4, 5, 6, 7, 8, 9}));
  }
}

TEST(ClipJson, RoundTripsEveryBit) {
  for (const Clip& clip : {ExampleClip(), AwkwardClip(), Clip{"empty", {}, {}, 0.0}}) {
    ASSERT_OK_AND_ASSIGN(const Clip back, DecodeClipJson(EncodeClipJson(clip)));
    EXPECT_EQ(EncodeZanim(back), EncodeZanim(clip));
    EXPECT_EQ(EncodeClipJson(back), EncodeClipJson(clip));
  }
}

TEST(ClipJson, ChannelOrderDoesNotReachTheText) {
  Clip clip = AwkwardClip();
  const std::string text = EncodeClipJson(clip);
  std::swap(clip.channels[0], clip.channels[1]);
  EXPECT_EQ(EncodeClipJson(clip), text);
}

TEST(ClipJson, NamesThatAreNotUtf8BecomeReplacementCharacters) {
  Clip clip = ExampleClip();
  clip.bone_names[0] = "Hi\xFFps";
  ASSERT_OK_AND_ASSIGN(const Clip back, DecodeClipJson(EncodeClipJson(clip)));
  EXPECT_EQ(back.bone_names[0], "Hi\xEF\xBF\xBDps");
}

TEST(ClipJson, DamagedTextNeverCrashes) {
  const std::string good = EncodeClipJson(AwkwardClip());
  const size_t last_brace = good.size() - 2;
  testing::ForEachTruncation(std::string_view(good).substr(0, last_brace),
                             [](std::string_view text) { EXPECT_FALSE(DecodeClipJson(text).ok()); });
  testing::ForEachByteFlip(good, 5000, [](std::string_view text) {
    const absl::StatusOr<Clip> clip = DecodeClipJson(text);
    if (clip.ok()) {
      EXPECT_OK(ValidateClip(*clip));
    }
  });
}

}  // namespace
}  // namespace retarget
