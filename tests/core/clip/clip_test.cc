#include "core/clip/clip.h"

#include <cmath>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::StatusIs;
using ::testing::HasSubstr;

Clip MakeClip() {
  Clip clip{"walk", {"Hips", "Head"}, {}, 2.0};
  clip.channels.push_back(
      {0, Path::kTranslation, Interpolation::kLinear, {0.5f, 1.0f}, {0.0f, 1.0f, 0.0f, 0.0f, 2.0f, 0.0f}});
  clip.channels.push_back({1, Path::kRotation, Interpolation::kCubicSpline, {1.5f}, {}});
  clip.channels[1].values = {0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0};
  return clip;
}

void ExpectRefused(const Clip& clip, std::string_view message) {
  EXPECT_THAT(ValidateClip(clip), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message))));
}

TEST(ValidateClip, RefusesEachBrokenInputNamingChannelAndKey) {
  ASSERT_OK(ValidateClip(MakeClip()));

  Clip clip = MakeClip();
  clip.channels[0].bone = 2;
  ExpectRefused(clip, "channel 0 (translation of bone 2): bone 2 is not one of the clip's 2 bones");
  clip.channels[0].bone = -1;
  ExpectRefused(clip, "bone -1 is not one of");

  clip = MakeClip();
  clip.channels.push_back(clip.channels[0]);
  ExpectRefused(clip, "channel 2 (translation of \"Hips\"): an earlier channel drives the same bone and path");

  clip = MakeClip();
  clip.channels[0].times.clear();
  ExpectRefused(clip, "channel 0 (translation of \"Hips\"): has no keys");

  clip = MakeClip();
  clip.channels[1].values.pop_back();
  ExpectRefused(clip, "channel 1 (rotation of \"Head\"): 1 keys need 12 values, there are 11");

  clip = MakeClip();
  clip.channels[0].values[4] = INFINITY;
  ExpectRefused(clip, "channel 0 (translation of \"Hips\"): the value of key 1 is not finite");

  clip = MakeClip();
  clip.channels[1].values[7] = 0;
  ExpectRefused(clip, "channel 1 (rotation of \"Head\"): the rotation of key 0 is a zero quaternion");

  clip = MakeClip();
  clip.channels[0].times = {1.0f, 1.0f};
  ExpectRefused(clip, "channel 0 (translation of \"Hips\"): times run backwards at key 1 (1 s after 1 s)");
  clip.channels[0].times = {-1.0f, 1.0f};
  ExpectRefused(clip, "the time of key 0 is negative");
  clip.channels[0].times = {0.0f, NAN};
  ExpectRefused(clip, "the time of key 1 is not finite");

  clip = MakeClip();
  clip.duration_s = 1.25;
  ExpectRefused(clip, "duration: 1.25 s ends before the last key at 1.5 s");
  clip.duration_s = NAN;
  ExpectRefused(clip, "duration");
}

TEST(ValidateClip, ListsAllProblemsUpToTwenty) {
  Clip clip = MakeClip();
  clip.channels[0].times.clear();
  clip.channels[1].bone = 7;
  ExpectRefused(clip, "channel 0");
  ExpectRefused(clip, "channel 1");
  clip.channels.assign(30, Channel{});
  ExpectRefused(clip, "more");
}

TEST(Clip, KeySpanCoversAllChannels) {
  EXPECT_EQ(KeySpan(Clip{}).end_s, 0.0);
  EXPECT_EQ(KeySpan(MakeClip()).start_s, 0.5);
  EXPECT_EQ(KeySpan(MakeClip()).end_s, 1.5);
}

TEST(Clip, SortsChannelsByBoneThenPath) {
  Clip clip;
  for (int bone : {1, 0}) {
    for (Path path : {Path::kScale, Path::kTranslation}) {
      clip.channels.emplace_back();
      clip.channels.back().bone = bone;
      clip.channels.back().path = path;
    }
  }
  SortChannels(clip);
  EXPECT_EQ(clip.channels[0].bone, 0);
  EXPECT_EQ(clip.channels[0].path, Path::kTranslation);
  EXPECT_EQ(clip.channels[3].bone, 1);
  EXPECT_EQ(clip.channels[3].path, Path::kScale);
}

}  // namespace
}  // namespace retarget
