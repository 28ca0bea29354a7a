// Keys with special meaning: scale keys, and keys in the wrong unit.

#include <gtest/gtest.h>

#include <algorithm>

#include "core/math/quaternion.h"
#include "core/retarget/bake.h"
#include "tests/core/retarget/laws_support.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

RigStyle Plain(RestAxis axis) {
  RigStyle style;
  style.rest_axis = axis;
  return style;
}

const Channel* Find(const Clip& clip, int bone, Path path) {
  for (const Channel& channel : clip.channels) {
    if (channel.bone == bone && channel.path == path) return &channel;
  }
  return nullptr;
}

class KeysTest : public ::testing::Test {
 protected:
  Clip Walk() const { return MakeClip(source_, WalkMotion(), "Walk", EvenTimes(1.0, 9)); }

  // The left forearm grows to three times its length along itself and the head to twice its size.
  Clip Growing() const {
    Clip clip = Walk();
    clip.channels.push_back(
        {source_.BoneOf("leftforearm"), Path::kScale, Interpolation::kLinear, {0, 1}, {1, 1, 1, 1, 3, 1}});
    clip.channels.push_back({source_.BoneOf("head"), Path::kScale, Interpolation::kLinear, {0, 1}, {1, 1, 1, 2, 2, 2}});
    SortChannels(clip);
    return clip;
  }

  absl::StatusOr<BakeResult> BakeClip(const Clip& clip, ScaleKeys scale = ScaleKeys::kDrop) const {
    BakeResult result;
    BakeJob job;
    job.source = &source_.rig;
    job.target = &target_.rig;
    job.clip = &clip;
    job.options.scale_keys = scale;
    job.result = &result;
    if (absl::Status status = job.Run(); !status.ok()) return status;
    return result;
  }

  const GeneratedRig source_ = MustGenerate(Plain(RestAxis::kYAlongBone));
  const GeneratedRig target_ = MustGenerate(Plain(RestAxis::kXAlongBone));
};

TEST_F(KeysTest, ScaleKeysAreDroppedAndCounted) {
  ASSERT_OK_AND_ASSIGN(const BakeResult result, BakeClip(Growing()));
  int dropped = 0;
  for (const DroppedChannel& channel : result.report.dropped) {
    dropped += channel.path == "Scale" && channel.reason == "scale keys are dropped" ? 1 : 0;
  }
  EXPECT_EQ(dropped, 2);
  for (const Channel& channel : result.clip.channels) EXPECT_NE(channel.path, Path::kScale);
}

TEST_F(KeysTest, ScaleKeysComeOverAsRatiosOnTheTargetsOwnAxes) {
  ASSERT_OK_AND_ASSIGN(const BakeResult result, BakeClip(Growing(), ScaleKeys::kRatio));
  const Channel* arm = Find(result.clip, target_.BoneOf("leftforearm"), Path::kScale);
  const Channel* head = Find(result.clip, target_.BoneOf("head"), Path::kScale);
  ASSERT_TRUE(arm != nullptr && head != nullptr);
  const auto last = [](const Channel& c) {
    return Vec3(c.values[c.values.size() - 3], c.values[c.values.size() - 2], c.values[c.values.size() - 1]);
  };
  EXPECT_LT(Length(last(*arm) - Vec3(3, 1, 1)), 1e-5);  // Y along the source bone, X along the target's
  EXPECT_LT(Length(last(*head) - Vec3(2, 2, 2)), 1e-5);
  EXPECT_EQ(arm->times.front(), 0.0f);
  EXPECT_EQ(arm->times.back(), 1.0f);
  EXPECT_EQ(result.report.dropped.size(), 0u);
}

TEST_F(KeysTest, RefusesHipsKeysInCentimetres) {
  Clip clip = Walk();
  for (Channel& channel : clip.channels) {
    if (channel.path != Path::kTranslation) continue;
    for (float& value : channel.values) value *= 100;
  }
  EXPECT_THAT(BakeClip(clip), StatusIs(kInvalid, AllOf(HasSubstr("unit mismatch"), HasSubstr("Hips"),
                                                       HasSubstr("times as large"), HasSubstr("same unit"))));
  EXPECT_THAT(MakePlan(source_.rig, target_.rig, &clip, {}), StatusIs(kInvalid, HasSubstr("unit mismatch")));
  for (Channel& channel : clip.channels) {
    if (channel.path != Path::kTranslation) continue;
    for (float& value : channel.values) value /= 10000;
  }
  EXPECT_THAT(BakeClip(clip), StatusIs(kInvalid, HasSubstr("times as small")));
}

TEST_F(KeysTest, RefusesLimbKeysInCentimetres) {
  Clip clip = Walk();
  for (const char* role : {"leftforearm", "lefthand", "rightforearm", "leftleg", "head"}) {
    const int bone = source_.BoneOf(role);
    Channel channel{bone, Path::kTranslation, Interpolation::kStep, {0.0f}, {}};
    for (int i = 0; i < 3; ++i)
      channel.values.push_back(static_cast<float>(100 * source_.rig.rest()[bone].translation[i]));
    clip.channels.push_back(channel);
  }
  SortChannels(clip);
  EXPECT_THAT(BakeClip(clip), StatusIs(kInvalid, AllOf(HasSubstr("unit mismatch"), HasSubstr("length of the keys"))));
}

// A long run, a fall to the floor, and limbs keyed at rest are no mismatch.
TEST_F(KeysTest, FarTravelIsNoUnitMismatch) {
  AnalyticMotion far = WalkMotion();
  far.travels.push_back({{3, -0.9, 90}, {0, 0, 0}, 1.0, 0.0});
  Clip clip = MakeClip(source_, far, "Run", EvenTimes(1.0, 9));
  const int bone = source_.BoneOf("leftleg");
  Channel channel{bone, Path::kTranslation, Interpolation::kStep, {0.0f}, {}};
  for (int i = 0; i < 3; ++i) channel.values.push_back(static_cast<float>(source_.rig.rest()[bone].translation[i]));
  clip.channels.push_back(channel);
  SortChannels(clip);
  EXPECT_OK(BakeClip(clip).status());
}

}  // namespace
}  // namespace retarget::testing
