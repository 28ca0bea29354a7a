#include "core/clip/clip_table.h"

#include "core/clip/channel_motion.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/clip/sample_clips.h"

namespace retarget {
namespace {

using testing::AwkwardClip;
using ::testing::ElementsAre;
using testing::ExampleClip;

TEST(ClipTable, ShowsOneRowPerChannel) {
  EXPECT_EQ(ClipTableText(MakeClipTable(ExampleClip())),
            "bone  path         interpolation  keys  first s  last s  moves\n"
            "Hips  Translation  Linear         2     0.000    1.000   yes\n"
            "Head  Rotation     Linear         2     0.000    1.000   yes\n"
            "Head  Scale        Step           1     0.500    0.500   no\n");
  EXPECT_EQ(ClipTableText({}), "bone  path  interpolation  keys  first s  last s  moves\n");
}

TEST(ClipTable, JsonHasTheSameRows) {
  Clip clip = ExampleClip();
  clip.channels.resize(1);
  EXPECT_EQ(ClipTableJson(MakeClipTable(clip)),
            "[\n  { \"bone\": \"Hips\", \"index\": 0, \"path\": \"Translation\", \"interpolation\": \"Linear\", "
            "\"keys\": 2, \"first\": 0, \"last\": 1, \"moves\": true }\n]\n");
  EXPECT_EQ(ClipTableJson({}), "[]\n");
}

TEST(ClipTable, DrivenBonesComeInOrderOfFirstUse) {
  EXPECT_THAT(DrivenBoneNames(AwkwardClip()), ElementsAre("", "a", "a"));
  EXPECT_THAT(DrivenBoneNames(ExampleClip()), ElementsAre("Hips", "Head"));
}

TEST(ChannelMotion, LimitsAreOneDegreeAndTwoMillimetres) {
  Channel travel{0, Path::kTranslation, Interpolation::kLinear, {0, 1}, {0, 0, 0, 0, 0.0019f, 0}};
  EXPECT_FALSE(ChannelMoves(travel));
  travel.values[4] = 0.0021f;
  EXPECT_TRUE(ChannelMoves(travel));
  // sin(0.45 deg), sin(0.55 deg): turns of 0.9 and 1.1 degrees about X.
  Channel turn{0, Path::kRotation, Interpolation::kLinear, {0, 1}, {0, 0, 0, 1, 0.0078539f, 0, 0, 0.99996916f}};
  EXPECT_FALSE(ChannelMoves(turn));
  EXPECT_NEAR(LargestChange(turn), 0.9, 1e-4);
  turn.values = {0, 0, 0, 1, 0.0095992f, 0, 0, 0.99995393f};
  EXPECT_TRUE(ChannelMoves(turn));
}

TEST(ChannelMotion, SeesACurveThatReturnsToEveryKey) {
  Channel bounce{0, Path::kTranslation, Interpolation::kCubicSpline, {0, 1}, {}};
  bounce.values = {0, 0,  0, 0, 0, 0, 0, 1, 0,  //
                   0, -1, 0, 0, 0, 0, 0, 0, 0};
  EXPECT_NEAR(LargestChange(bounce), 0.25, 1e-12);  // half way: 1/8 + 1/8
}

}  // namespace
}  // namespace retarget
