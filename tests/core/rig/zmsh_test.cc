#include <cstring>

#include "core/base/byte_writer.h"
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

// Where things stand in the encoded example (see FORMAT.md).
constexpr size_t kVersionAt = 4, kSkinSizeAt = 12, kBoneCountAt = 24, kParentAt = 36, kTranslationAt = 40,
                 kFlagAt = 120;

std::string Patched(size_t offset, uint32_t value) {
  std::string bytes = EncodeZmsh(ExampleRig());
  std::memcpy(&bytes[offset], &value, sizeof value);
  return bytes;
}

std::string Chunk(std::string_view fourcc, std::string_view payload) {
  ByteWriter out;
  out.Bytes(fourcc);
  out.String(payload);
  return out.Take();
}

void ExpectRefused(std::string_view bytes, std::string_view message) {
  EXPECT_THAT(DecodeZmsh(bytes), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message))));
}

TEST(Zmsh, RefusesEachBrokenField) {
  const std::string good = EncodeZmsh(ExampleRig());
  ASSERT_OK(DecodeZmsh(good));
  ExpectRefused("", "ZMSH magic");
  ExpectRefused(Patched(0, 0), "expected \"ZMSH\"");
  ExpectRefused(Patched(kVersionAt, 2), "ZMSH version 2 is not known; this reader knows version 1");
  ExpectRefused(Patched(kSkinSizeAt, 0xFFFFFFFF), "ZMSH chunk: needs 4294967295 bytes");
  ExpectRefused(Patched(kBoneCountAt, 1000), "ZMSH bone count: 1000 items do not fit");
  ExpectRefused(Patched(kParentAt, 2), "bone 0 (\"Hips\"): parent 2 is not a bone");
  ExpectRefused(Patched(kParentAt, 0), "looping hierarchy: \"Hips\" -> \"Hips\"");
  ExpectRefused(Patched(kTranslationAt + 4, 0x7FF00000), "bone 0 (\"Hips\"): the rest transform is not finite");
  ExpectRefused(Patched(kFlagAt, 2), "ZMSH inverse bind flag: 2, expected 0 or 1");
  ExpectRefused(good + "X", "ZMSH chunk name");
  ExpectRefused(good + Chunk("PROF", ""), "a second chunk PROF");
  ExpectRefused(good + good.substr(8), "a second chunk SKIN");
  std::string bad_role = good;
  bad_role[bad_role.size() - 4] = 2;
  ExpectRefused(bad_role, "role hips maps to bone 2, the rig has 2 bones");
}

TEST(Zmsh, FileWithoutSkinIsNotFound) {
  EXPECT_THAT(DecodeZmsh(EncodeZmsh(ExampleRig()).substr(0, 8)),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("no skin")));
  EXPECT_THAT(DecodeZmsh(EncodeZmsh(ExampleRig()).substr(0, 8) + Chunk("VERT", "123")),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("no skin")));
}

TEST(Zmsh, SkipsUnknownChunks) {
  const std::string good = EncodeZmsh(ExampleRig());
  ASSERT_OK_AND_ASSIGN(const Rig rig,
                       DecodeZmsh(good.substr(0, 8) + Chunk("VERT", "abc") + good.substr(8) + Chunk("LAST", "")));
  EXPECT_EQ(EncodeZmsh(rig), good);
}

TEST(Zmsh, RoundTripsEveryBit) {
  for (const Rig& rig : {ExampleRig(), AwkwardRig()}) {
    const std::string bytes = EncodeZmsh(rig);
    ASSERT_OK_AND_ASSIGN(const Rig back, DecodeZmsh(bytes));
    EXPECT_EQ(EncodeZmsh(back), bytes);
    EXPECT_EQ(back.name(), rig.name());
    EXPECT_EQ(back.bone_names(), rig.bone_names());
    EXPECT_EQ(back.parents(), rig.parents());
    EXPECT_EQ(back.inverse_binds(), rig.inverse_binds());
    EXPECT_EQ(back.rest_world(), rig.rest_world());
    EXPECT_EQ(back.profile(), rig.profile());
  }
}

TEST(Zmsh, RoleOrderDoesNotReachTheBytes) {
  RawRig raw = AwkwardRig().ToRaw();
  std::reverse(raw.profile->roles.begin(), raw.profile->roles.end());
  EXPECT_EQ(EncodeZmsh(testing::BuildOrDie(raw)), EncodeZmsh(AwkwardRig()));
}

TEST(Zmsh, DamagedBytesNeverCrash) {
  const std::string good = EncodeZmsh(AwkwardRig());
  const size_t skin_end = good.rfind("PROF");
  testing::ForEachTruncation(good, [&](std::string_view bytes) {
    EXPECT_EQ(DecodeZmsh(bytes).ok(), bytes.size() == skin_end);  // a chunk less is a smaller file
  });
  testing::ForEachByteFlip(good, 5000, [](std::string_view bytes) {
    const absl::StatusOr<Rig> rig = DecodeZmsh(bytes);
    if (rig.ok()) {
      EXPECT_OK(DecodeZmsh(EncodeZmsh(*rig)));
    }
  });
}

}  // namespace
}  // namespace retarget
