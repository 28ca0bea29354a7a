#include <cstring>

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

// Where things stand in the encoded example (see FORMAT.md).
constexpr size_t kVersionAt = 4, kDurationAt = 8, kBoneCountAt = 16, kChannelCountAt = 20, kValueCountAt = 28;
constexpr size_t kRecordsAt = 64, kTimesAt = 144, kValuesAt = 160;

std::string Patched(size_t offset, uint32_t value) {
  std::string bytes = EncodeZanim(ExampleClip());
  std::memcpy(&bytes[offset], &value, sizeof value);
  return bytes;
}

// Offset of field `field` (0 bone, 1 path, 2 interpolation, 3 key offset, 4 key count, 5 value offset) of a record.
size_t RecordAt(int record, int field) { return kRecordsAt + 24 * record + 4 * field; }

void ExpectRefused(std::string_view bytes, std::string_view message) {
  EXPECT_THAT(DecodeZanim(bytes), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message))));
}

TEST(Zanim, RefusesEachBrokenField) {
  ASSERT_OK(DecodeZanim(EncodeZanim(ExampleClip())));
  ExpectRefused("", "zanim magic");
  ExpectRefused(Patched(0, 0), "expected \"ZANM\"");
  ExpectRefused(Patched(kVersionAt, 2), "zanim version 2 is not known; this reader knows version 1");
  ExpectRefused(Patched(kDurationAt + 4, 0x7FF80000), "duration");
  ExpectRefused(Patched(kBoneCountAt, 0xFFFFFFFF), "zanim bone count: 4294967295 items do not fit");
  ExpectRefused(Patched(kBoneCountAt, 0), "zanim");
  ExpectRefused(Patched(kChannelCountAt, 1000000), "zanim channel count");
  ExpectRefused(Patched(kValueCountAt, 16), "zanim: 4 unexpected bytes at offset 224");
  ExpectRefused(Patched(RecordAt(1, 0), 2), "channel 1 (rotation of bone 2): bone 2 is not one of the clip's 2 bones");
  ExpectRefused(Patched(RecordAt(1, 0), 0xFFFFFFFF), "bone -1");
  ExpectRefused(Patched(RecordAt(0, 1), 3), "channel 0: path 3 or interpolation 0 does not exist");
  ExpectRefused(Patched(RecordAt(0, 2), 0xFFFFFFFF), "interpolation -1 does not exist");
  ExpectRefused(Patched(RecordAt(2, 3), 3), "channel 2 (scale of \"Head\"): keys 3 + 1 reach outside the 3 times");
  ExpectRefused(Patched(RecordAt(0, 4), 0xFFFFFFFF), "channel 0 (translation of \"Hips\"): keys 0 + 4294967295");
  ExpectRefused(Patched(RecordAt(0, 4), 0), "channel 0 (translation of \"Hips\"): has no keys");
  ExpectRefused(Patched(RecordAt(2, 5), 15), "channel 2 (scale of \"Head\"): values 15 + 3 reach outside the 17");
  ExpectRefused(Patched(kTimesAt, 0x40000000), "channel 0 (translation of \"Hips\"): times run backwards at key 1");
  ExpectRefused(Patched(kValuesAt, 0x7F800000),
                "channel 0 (translation of \"Hips\"): the value of key 0 is not finite");
  ExpectRefused(Patched(kValuesAt + 36, 0), "channel 1 (rotation of \"Head\"): the rotation of key 0 is a zero");
  ExpectRefused(EncodeZanim(ExampleClip()) + '\0', "1 unexpected bytes at offset 228");
}

TEST(Zanim, RefusesLayoutsNoWriterMakes) {
  ExpectRefused(Patched(RecordAt(2, 5), 13), "its values do not follow");
  ExpectRefused(Patched(RecordAt(2, 3), 1), "its times overlap");
  ExpectRefused(Patched(kRecordsAt + 72, 1), "padding");
  // Channel 0 takes a later bone than channel 1.
  std::string swapped = Patched(RecordAt(0, 0), 1);
  uint32_t zero = 0;
  std::memcpy(&swapped[RecordAt(1, 0)], &zero, sizeof zero);
  ExpectRefused(swapped, "channels are not sorted");
}

TEST(Zanim, RoundTripsEveryBit) {
  for (const Clip& clip : {ExampleClip(), AwkwardClip(), Clip{"empty", {}, {}, 0.0}, Clip{"", {"bone"}, {}, 2.0}}) {
    ASSERT_OK_AND_ASSIGN(const Clip back, DecodeZanim(EncodeZanim(clip)));
    Clip sorted = clip;
    SortChannels(sorted);
    EXPECT_EQ(back, sorted);
    EXPECT_EQ(EncodeZanim(back), EncodeZanim(clip));
  }
}

TEST(Zanim, ChannelOrderDoesNotReachTheBytes) {
  Clip clip = AwkwardClip();
  const std::string bytes = EncodeZanim(clip);
  std::swap(clip.channels[0], clip.channels[2]);
  EXPECT_EQ(EncodeZanim(clip), bytes);
  std::swap(clip.channels[1], clip.channels[2]);
  EXPECT_EQ(EncodeZanim(clip), bytes);
}

TEST(Zanim, RunsAreAlignedAndEqualTimesAreStoredOnce) {
  const std::string bytes = EncodeZanim(ExampleClip());
  EXPECT_EQ(kTimesAt % 16, 0u);
  EXPECT_EQ(kValuesAt % 16, 0u);
  EXPECT_EQ(bytes.size(), kValuesAt + 17 * sizeof(float));
  float times[3];
  std::memcpy(times, &bytes[kTimesAt], sizeof times);
  EXPECT_THAT(times, ::testing::ElementsAre(0.0f, 1.0f, 0.5f));
}

TEST(Zanim, DamagedBytesNeverCrashAndAcceptedOnesAreCanonical) {
  const std::string good = EncodeZanim(AwkwardClip());
  testing::ForEachTruncation(good, [](std::string_view bytes) { EXPECT_FALSE(DecodeZanim(bytes).ok()); });
  testing::ForEachByteFlip(good, 20000, [](std::string_view bytes) {
    const absl::StatusOr<Clip> clip = DecodeZanim(bytes);
    if (clip.ok()) {
      EXPECT_EQ(EncodeZanim(*clip), bytes);
    }
  });
}

}  // namespace
}  // namespace retarget
