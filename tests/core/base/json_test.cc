#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "core/base/json_text.h"
#include "core/base/json_view.h"
#include "core/base/problem_list.h"
#include "core/base/utf8.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::testing::HasSubstr;
using testing::StatusIs;

template <typename T>
T FromBits(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof value);
  return value;
}

TEST(JsonText, NumbersReadBackExactly) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    const double number = FromBits<double>(random());
    const float single = FromBits<float>(random());
    std::string text;
    if (std::isfinite(number)) {
      AppendJsonNumber(text, number);
      ASSERT_EQ(nlohmann::json::parse(text).get<double>(), number) << text;
    }
    if (!std::isfinite(single)) continue;
    text.clear();
    AppendJsonFloat(text, single);
    ASSERT_EQ(static_cast<float>(nlohmann::json::parse(text).get<double>()), single) << text;
  }
}

TEST(JsonText, NumbersAreShortAndKeepTheSignOfZero) {
  std::string text;
  AppendJsonFloat(text, 0.1f);
  text += ' ';
  AppendJsonNumber(text, 0.1);
  text += ' ';
  AppendJsonNumber(text, -0.0);
  text += ' ';
  AppendJsonFloat(text, std::numeric_limits<float>::max());
  EXPECT_EQ(text, "0.1 0.1 -0.0 3.4028235e+38");
  EXPECT_TRUE(std::signbit(nlohmann::json::parse("-0.0").get<double>()));
}

TEST(JsonText, StringsAreEscaped) {
  std::string text;
  AppendJsonString(text, "a\"b\\c\n\x01\xE2\x82\xAC\xFF");
  EXPECT_EQ(text, "\"a\\\"b\\\\c\\u000a\\u0001\xE2\x82\xAC\xEF\xBF\xBD\"");
}

TEST(Utf8, KnowsWellFormedText) {
  for (std::string_view good :
       {"", "a", "\xC2\x80", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(IsUtf8(good)) << good;
    EXPECT_EQ(ReplaceInvalidUtf8(good), good);
  }
  for (std::string_view bad : {"\x80", "\xC0\x80", "\xC1\xBF", "\xC2", "\xE0\x9F\xBF", "\xE2\x82", "\xED\xA0\x80",
                               "\xF0\x8F\xBF\xBF", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"}) {
    EXPECT_FALSE(IsUtf8(bad)) << bad;
    EXPECT_TRUE(IsUtf8(ReplaceInvalidUtf8(bad)));
  }
}

TEST(JsonView, SaysWhereAndWhat) {
  ASSERT_OK_AND_ASSIGN(const nlohmann::json document, ParseJson(R"({"Some_Key": [1, "x"], "a": 1, "A": 2})", "test"));
  const JsonView root(document, "test");
  ASSERT_OK_AND_ASSIGN(const JsonView list, root.Field({"someKey"}));
  ASSERT_OK_AND_ASSIGN(const std::vector<JsonView> elements, list.Elements());
  EXPECT_EQ(*elements[0].Int(0, 1), 1);
  EXPECT_THAT(elements[0].Int(2, 3),
              StatusIs(absl::StatusCode::kInvalidArgument, "test: someKey[0]: expected an integer from 2 to 3"));
  EXPECT_THAT(elements[1].Number(),
              StatusIs(absl::StatusCode::kInvalidArgument, "test: someKey[1]: expected a number"));
  EXPECT_THAT(root.Field({"a"}), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("a stands twice")));
  EXPECT_THAT(root.Field({"b"}), StatusIs(absl::StatusCode::kInvalidArgument, "test: the field b is missing"));
  EXPECT_FALSE(root.OptionalField({"b"})->has_value());
  EXPECT_THAT(ParseJson("{\"a\":}", "test"),
              StatusIs(absl::StatusCode::kInvalidArgument, "test: not valid JSON at byte 6"));
}

TEST(JsonView, SurvivesDeepNesting) {
  EXPECT_FALSE(ParseJson(std::string(1000000, '['), "test").ok());
  EXPECT_OK(ParseJson(std::string(1000000, '[') + std::string(1000000, ']'), "test"));
}

TEST(ProblemList, KeepsTwentyAndCountsTheRest) {
  ProblemList problems;
  EXPECT_OK(problems.ToStatus());
  for (int i = 0; i < 22; ++i) problems.Add("p" + std::to_string(i));
  EXPECT_THAT(problems.ToStatus(), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("p18; p19; and 2 more")));
}

}  // namespace
}  // namespace retarget
