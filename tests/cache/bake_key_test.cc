#include "cache/bake_key.h"

#include <algorithm>
#include <string>
#include <vector>

#include "cache/bake_store.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::StatusIs;
using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

const std::string kClip(64, 'a');
const std::string kRig(64, 'b');
const std::string kOptions(64, 'c');

TEST(BakeKey, RejectsWrongNumberOfParts) {
  EXPECT_THAT(BakeKey::Parse(""), StatusIs(kInvalid, HasSubstr("expected <clip>.<rig>.<rel|abs>[.<options>]")));
  EXPECT_THAT(BakeKey::Parse(kClip + "." + kRig), StatusIs(kInvalid, HasSubstr("got 2 parts")));
  EXPECT_THAT(BakeKey::Parse(kClip + "." + kRig + ".rel." + kOptions + ".x"),
              StatusIs(kInvalid, HasSubstr("got 5 parts")));
  EXPECT_THAT(BaseKey::Parse(kClip), StatusIs(kInvalid, HasSubstr("expected <clip>.<rig>, got 1 parts")));
  EXPECT_THAT(BaseKey::Parse(kClip + "." + kRig + ".rel"), StatusIs(kInvalid, HasSubstr("got 3 parts")));
}

TEST(BakeKey, ReportsEveryWrongPart) {
  EXPECT_THAT(BakeKey::Parse("12." + std::string(64, 'g') + ".relative.zz"),
              StatusIs(kInvalid, AllOf(HasSubstr("clip digest: expected 64 hex digits, got 2"),
                                       HasSubstr("rig digest: character 0 is not a hex digit"),
                                       HasSubstr("mode: expected rel or abs, got \"relative\""),
                                       HasSubstr("options digest: expected 64 hex digits, got 2"))));
  EXPECT_THAT(BaseKey::Parse("." + kRig), StatusIs(kInvalid, HasSubstr("clip digest")));
}

TEST(BakeKey, RejectsASecondSpelling) {
  EXPECT_THAT(BakeKey::Parse(std::string(64, 'A') + "." + kRig + ".rel"), StatusIs(kInvalid, HasSubstr("lower-case")));
  EXPECT_THAT(BakeKey::Parse(kClip + "." + kRig + ".REL"), StatusIs(kInvalid, HasSubstr("rel or abs")));
  EXPECT_THAT(BakeKey::Parse(kClip + "." + kRig + ".rel."), StatusIs(kInvalid, HasSubstr("options digest")));
  EXPECT_THAT(BakeKey::Parse(" " + kClip + "." + kRig + ".rel"), StatusIs(kInvalid, HasSubstr("clip digest")));
}

TEST(BakeKey, TextAndParseAreInverse) {
  for (const std::string& tail : {std::string(".rel"), std::string(".abs"), ".rel." + kOptions, ".abs." + kOptions}) {
    const std::string text = kClip + "." + kRig + tail;
    ASSERT_OK_AND_ASSIGN(const BakeKey key, BakeKey::Parse(text));
    EXPECT_EQ(key.Text(), text);
    EXPECT_EQ(key.base().Text(), kClip + "." + kRig);
    EXPECT_EQ(key.options.has_value(), tail.size() > 4);
  }
  ASSERT_OK_AND_ASSIGN(const BaseKey base, BaseKey::Parse(kClip + "." + kRig));
  EXPECT_EQ(base.Text(), kClip + "." + kRig);
}

TEST(BakeKey, OrdersByClipRigModeOptions) {
  Digest low, high;
  high.bytes[0] = 1;
  const std::vector<BakeKey> ordered = {
      {low, low, BakeMode::kRelative, {}}, {low, low, BakeMode::kRelative, low}, {low, low, BakeMode::kRelative, high},
      {low, low, BakeMode::kAbsolute, {}}, {low, high, BakeMode::kRelative, {}}, {high, low, BakeMode::kRelative, {}},
  };
  EXPECT_TRUE(std::is_sorted(ordered.begin(), ordered.end()));
  EXPECT_EQ(std::adjacent_find(ordered.begin(), ordered.end()), ordered.end());
}

}  // namespace
}  // namespace retarget
