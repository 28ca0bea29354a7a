#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/base/digest.h"
#include "core/base/field_hasher.h"
#include "core/base/file_io.h"
#include "core/base/text.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::StatusIs;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

TEST(Digest, RejectsBadHex) {
  EXPECT_THAT(Digest::FromHex("abc"), StatusIs(kInvalid, HasSubstr("expected 64 hex digits")));
  EXPECT_THAT(Digest::FromHex(std::string(64, 'g')), StatusIs(kInvalid, HasSubstr("character 0")));
  EXPECT_THAT(Digest::FromBytes("short"), StatusIs(kInvalid, HasSubstr("expected 32 bytes")));
}

TEST(Digest, MatchesTheFips180Example) {
  const std::string hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(Sha256Of("abc").Hex(), hex);
  ASSERT_OK_AND_ASSIGN(Digest parsed, Digest::FromHex(hex));
  EXPECT_EQ(parsed, Sha256Of("abc"));
}

TEST(FieldHasher, KeepsFieldBordersAndTypesApart) {
  auto two = [](std::string_view a, std::string_view b) {
    FieldHasher h("test.v1");
    h.Bytes(a);
    h.Bytes(b);
    return h.Finish();
  };
  EXPECT_NE(two("ab", "c"), two("a", "bc"));
  FieldHasher number("test.v1"), text("test.v1"), minus_zero("test.v1"), zero("test.v1");
  number.Int(1);
  text.Bytes("1");
  EXPECT_NE(number.Finish(), text.Finish());
  minus_zero.Double(-0.0);
  zero.Double(0.0);
  EXPECT_EQ(minus_zero.Finish(), zero.Finish());
}

TEST(ByteReader, NamesFieldAndOffsetAndStaysPut) {
  ByteReader reader("\x01\x02\x03");
  ASSERT_OK(reader.U8("first"));
  EXPECT_THAT(reader.U32("bone count"), StatusIs(kInvalid, HasSubstr("bone count: needs 4 bytes at offset 1")));
  EXPECT_EQ(reader.offset(), 1u);
  EXPECT_THAT(reader.ExpectEnd("header"), StatusIs(kInvalid, HasSubstr("2 unexpected bytes")));
}

TEST(ByteReader, RefusesCountsTheInputCannotHold) {
  ByteWriter writer;
  writer.U32(0xffffffffu);
  const std::string bytes = writer.Take();
  ByteReader reader(bytes);
  EXPECT_THAT(reader.Count(4, "channels"), StatusIs(kInvalid, HasSubstr("channels: 4294967295 items")));
  EXPECT_THAT(reader.F32Array(size_t{1} << 62, "times"), StatusIs(kInvalid, HasSubstr("times")));
  EXPECT_THAT(reader.String("name"), StatusIs(kInvalid, HasSubstr("name")));
}

TEST(ByteReader, ReadsBackWhatTheWriterWrote) {
  ByteWriter writer;
  writer.Bytes("MAGI");
  writer.U8(7);
  writer.U16(65535);
  writer.AlignTo(16);
  writer.U64(1ull << 40);
  writer.F32(0.5f);
  writer.F64(-1.25);
  writer.String("Hips");
  writer.F32Array({1.0f, 2.0f});
  const std::string bytes = writer.Take();
  ByteReader reader(bytes);
  ASSERT_OK(reader.Expect("MAGI", "magic"));
  EXPECT_EQ(*reader.U8("a"), 7);
  EXPECT_EQ(*reader.U16("b"), 65535);
  ASSERT_OK(reader.AlignTo(16, "pad"));
  EXPECT_EQ(*reader.U64("c"), 1ull << 40);
  EXPECT_EQ(*reader.F32("d"), 0.5f);
  EXPECT_EQ(*reader.F64("e"), -1.25);
  EXPECT_EQ(*reader.String("f"), "Hips");
  EXPECT_EQ(*reader.F32Array(2, "g"), (std::vector<float>{1.0f, 2.0f}));
  EXPECT_OK(reader.ExpectEnd("end"));
}

TEST(Text, FindsTheNearestNameOrNone) {
  const std::vector<std::string> names = {"LeftHand", "RightHand", "Hips"};
  EXPECT_EQ(NearestName("LeftHnd", names), "LeftHand");
  EXPECT_EQ(NearestName("hips", names), "Hips");
  EXPECT_EQ(NearestName("Banana", names), "");
  EXPECT_EQ(Quoted(std::string("a\"b\n")), "\"a\\\"b\\x0a\"");
  EXPECT_EQ(JoinQuoted(names, 2), "\"LeftHand\", \"RightHand\" and 1 more");
}

TEST(FileIo, WritesWholeFilesAndReportsMissingOnes) {
  const std::string path = (std::filesystem::temp_directory_path() / "retargetd_file_io_test").string();
  ASSERT_OK(WriteFileAtomically(path, "hello"));
  EXPECT_EQ(*ReadFile(path), "hello");
  EXPECT_THAT(ReadFile(path, 3), StatusIs(kInvalid, HasSubstr("larger than the limit")));
  std::filesystem::remove(path);
  EXPECT_THAT(ReadFile(path), StatusIs(absl::StatusCode::kNotFound, HasSubstr("No such file")));
  EXPECT_THAT(ReadFile("/"), StatusIs(kInvalid, HasSubstr("is a folder")));
}

}  // namespace
}  // namespace retarget
