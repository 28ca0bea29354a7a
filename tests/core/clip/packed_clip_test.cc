#include "core/clip/packed_clip.h"

#include <cstring>

#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/clip/sample_clips.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using testing::AwkwardClip;
using ::testing::ElementsAre;
using testing::ExampleClip;
using ::testing::HasSubstr;
using testing::StatusIs;

std::string Bytes(const std::vector<float>& values) {
  std::string bytes(values.size() * sizeof(float), '\0');
  std::memcpy(bytes.data(), values.data(), bytes.size());
  return bytes;
}

void ExpectRefused(const PackedClip& packed, std::string_view message) {
  EXPECT_THAT(UnpackClip(packed), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message))));
}

TEST(PackedClip, RefusesEachBrokenRecordNamingTheChannel) {
  const PackedClip good = PackClip(ExampleClip());
  ASSERT_OK(UnpackClip(good));

  PackedClip packed = good;
  packed.channels[1].key_offset = 2;
  ExpectRefused(packed, "channel 1 (rotation of \"Head\"): keys 2 + 2 reach outside the 3 times");

  packed = good;
  packed.channels[0].value_offset = 0xFFFFFFFF;
  ExpectRefused(packed, "channel 0 (translation of \"Hips\"): values 4294967295 + 6 reach outside the 17 values");

  packed = good;
  packed.channels[1].key_offset = 1;  // 1 s, then 0.5 s
  ExpectRefused(packed, "channel 1 (rotation of \"Head\"): times run backwards at key 1");

  packed = good;
  packed.channels[2].path = static_cast<Path>(7);
  ExpectRefused(packed, "channel 2: path 7");

  packed = good;
  packed.channels.resize(200, PackedChannel{1, Path::kScale, Interpolation::kLinear, 0, 2, 0});
  ExpectRefused(packed, "values: the channels need");

  packed = good;
  packed.times.pop_back();
  packed.values += 'x';
  ExpectRefused(packed, "times: not a whole number of floats; values: not a whole number of floats");

  packed = good;
  packed.channels[0].bone = -1;
  ExpectRefused(packed, "bone -1");
  packed.bone_names.clear();
  ExpectRefused(packed, "bone -1");
}

TEST(PackedClip, PacksTheExampleAsDocumented) {
  const PackedClip packed = PackClip(ExampleClip());
  EXPECT_EQ(packed.times, Bytes({0, 1, 0.5}));
  EXPECT_EQ(packed.values, Bytes({0, 1, 0, 0, 0.5, 0, 0, 0, 0, 1, 1, 0, 0, 0, 1, 1, 1}));
  EXPECT_EQ(packed.channels[0].key_offset, 0u);
  EXPECT_EQ(packed.channels[1].key_offset, 0u);  // shared
  EXPECT_EQ(packed.channels[2].key_offset, 2u);
  EXPECT_EQ(packed.channels[1].value_offset, 6u);
  EXPECT_EQ(packed.channels[2].value_offset, 14u);
}

TEST(PackedClip, RoundTrips) {
  for (const Clip& clip : {ExampleClip(), AwkwardClip(), Clip{}}) {
    ASSERT_OK_AND_ASSIGN(const Clip back, UnpackClip(PackClip(clip)));
    Clip sorted = clip;
    SortChannels(sorted);
    EXPECT_EQ(back, sorted);
  }
}

TEST(PackedClip, IsLinearUnlessTold) {
  PackedClip packed{"p", 1.0, {PackedChannel{}}, Bytes({0, 1}), Bytes({0, 0, 0, 1, 1, 0, 0, 0}), {"Hips"}};
  packed.channels[0].key_count = 2;
  ASSERT_OK_AND_ASSIGN(const Clip clip, UnpackClip(packed));
  EXPECT_EQ(clip.channels[0].interpolation, Interpolation::kLinear);
}

TEST(PackedClip, NamesBonesInOrderOfFirstUse) {
  PackedClip packed{"p", 1.0, {}, Bytes({0}), Bytes({1, 1, 1, 2, 2, 2, 3, 3, 3}), {}};
  packed.channels = {{40, Path::kScale, Interpolation::kLinear, 0, 1, 0},
                     {7, Path::kScale, Interpolation::kLinear, 0, 1, 3},
                     {40, Path::kTranslation, Interpolation::kLinear, 0, 1, 6}};
  ASSERT_OK_AND_ASSIGN(const Clip clip, UnpackClip(packed));
  EXPECT_THAT(clip.bone_names, ElementsAre("bone_0", "bone_1"));
  EXPECT_EQ(clip.channels[0].bone, 0);
  EXPECT_EQ(clip.channels[1].bone, 1);
  EXPECT_EQ(clip.channels[2].bone, 0);
}

}  // namespace
}  // namespace retarget
