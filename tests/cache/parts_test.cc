// The small parts of the store, without a disk.

#include <optional>
#include <string>

#include "cache/clear_log.h"
#include "cache/hot_bakes.h"
#include "cache/row.h"
#include "gtest/gtest.h"
#include "tests/cache/store_fixture.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::StatusIs;
using ::retarget::testing::TestKey;
using ::retarget::testing::TestWrite;
using ::testing::HasSubstr;

using enum absl::StatusCode;

TEST(Row, RejectsEveryDamagedByteAndLength) {
  const std::string payload = "payload";
  const std::string value = ValueHeader("row", payload.size(), Sha256Of(payload)) + payload;
  ASSERT_OK(OpenValue("row", value));
  for (size_t i = 0; i < value.size(); ++i) {
    std::string damaged = value;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    EXPECT_THAT(OpenValue("row", damaged), StatusIs(kDataLoss, HasSubstr("")));
    EXPECT_THAT(OpenValue("row", value.substr(0, i)), StatusIs(kDataLoss, HasSubstr("")));
  }
  EXPECT_THAT(OpenValue("row", value + "x"), StatusIs(kDataLoss, HasSubstr("expected 7 bytes, got 8")));
  EXPECT_THAT(OpenValue("other", value), StatusIs(kDataLoss, HasSubstr("another row")));
}

TEST(Row, RecordsSurviveEncoding) {
  const BakeRecord bake = {123, Sha256Of("x"), -5, {"source", "", "clip \xff"}};
  ASSERT_OK_AND_ASSIGN(const BakeRecord bake_again, DecodeBakeRecord(EncodeBakeRecord(bake)));
  EXPECT_EQ(bake_again, bake);
  const AuxRecord aux = {"report", 7, Sha256Of("y"), 9};
  ASSERT_OK_AND_ASSIGN(const AuxRecord aux_again, DecodeAuxRecord("report", EncodeAuxRecord(aux)));
  EXPECT_EQ(aux_again, aux);
}

TEST(Row, RejectsBrokenRecords) {
  const std::string bake = EncodeBakeRecord({}), aux = EncodeAuxRecord({});
  for (size_t i = 0; i < bake.size(); ++i) {
    EXPECT_THAT(DecodeBakeRecord(bake.substr(0, i)), StatusIs(kDataLoss, HasSubstr("")));
  }
  EXPECT_THAT(DecodeBakeRecord(bake + "x"), StatusIs(kDataLoss, HasSubstr("record")));
  EXPECT_THAT(DecodeBakeRecord("\2" + bake.substr(1)), StatusIs(kDataLoss, HasSubstr("version: expected 1, got 2")));
  EXPECT_THAT(DecodeAuxRecord("a", aux + "x"), StatusIs(kDataLoss, HasSubstr("record")));
}

TEST(Row, NamesParseBack) {
  const std::string prefix = RowPrefix(1, RowKind::kAuxBytes);
  const std::string row = AuxRow(1, RowKind::kAuxBytes, TestKey(1), "report");
  ASSERT_TRUE(row.starts_with(prefix));
  const std::optional<ParsedRow> parsed = ParseRow(std::string_view(row).substr(prefix.size()));
  ASSERT_TRUE(parsed.has_value());
  EXPECT_EQ(parsed->key, TestKey(1));
  EXPECT_EQ(parsed->aux_name, "report");
  EXPECT_FALSE(ParseRow("").has_value());
  EXPECT_FALSE(ParseRow("key#").has_value());
  EXPECT_FALSE(ParseRow(TestKey(1).Text()).has_value());
}

TEST(Row, OlderEpochsSortFirst) {
  for (const uint64_t epoch : {uint64_t{0}, uint64_t{9}, uint64_t{15}, uint64_t{255}, uint64_t{1} << 40}) {
    EXPECT_LT(BakeRow(epoch, RowKind::kBakeRecord, TestKey(1)), EpochPrefix(epoch + 1));
  }
}

TEST(ClearLog, CoversTicketsBeforeTheClearOnly) {
  ClearLog log;
  EXPECT_EQ(log.last(), 0);
  EXPECT_FALSE(log.ClearedSince(TestKey(1), 0));
  log.Add(TestKey(1));
  EXPECT_TRUE(log.ClearedSince(TestKey(1), 0));
  EXPECT_FALSE(log.ClearedSince(TestKey(1), log.last()));
  EXPECT_FALSE(log.ClearedSince(TestKey(1, BakeMode::kAbsolute), 0));
  log.Add(TestKey(1).base());
  EXPECT_TRUE(log.ClearedSince(TestKey(1, BakeMode::kAbsolute), 1));
  EXPECT_FALSE(log.ClearedSince(TestKey(2), 0));
  log.Add(ClearEverything{});
  EXPECT_TRUE(log.ClearedSince(TestKey(2), 2));
  EXPECT_FALSE(log.ClearedSince(TestKey(2), 3));
}

TEST(ClearLog, ForgetsOnTheSafeSide) {
  ClearLog log(10);
  for (int i = 0; i < 10; ++i) log.Add(TestKey(i));
  EXPECT_FALSE(log.ClearedSince(TestKey(99), 0));
  log.Add(TestKey(10));
  EXPECT_TRUE(log.ClearedSince(TestKey(0), 0));
  EXPECT_TRUE(log.ClearedSince(TestKey(99), 10));  // never cleared; refused rather than remembered
  EXPECT_FALSE(log.ClearedSince(TestKey(0), log.last()));
}

StoredBake BakeOfSize(size_t size_bytes) {
  return {{}, std::make_shared<const std::string>(std::string(size_bytes, 'x'))};
}

TEST(HotBakes, DropsTheLeastRecentlyUsed) {
  HotBakes hot(3 * (1000 + HotBakes::kEntryBytes));
  for (int i = 0; i < 3; ++i) hot.Insert(TestKey(i), BakeOfSize(1000));
  EXPECT_TRUE(hot.Find(TestKey(0)).has_value());
  hot.Insert(TestKey(3), BakeOfSize(1000));
  EXPECT_FALSE(hot.Find(TestKey(1)).has_value());
  for (int i : {0, 2, 3}) EXPECT_TRUE(hot.Find(TestKey(i)).has_value());
  EXPECT_EQ(hot.num_bakes(), 3);
}

TEST(HotBakes, CountsReplacedErasedAndOversized) {
  HotBakes hot(10'000);
  hot.Insert(TestKey(1), BakeOfSize(1000));
  hot.Insert(TestKey(1), BakeOfSize(2000));
  EXPECT_EQ(hot.size_bytes(), 2000 + HotBakes::kEntryBytes);
  hot.Erase(TestKey(1));
  hot.Erase(TestKey(1));
  EXPECT_EQ(hot.size_bytes(), 0);
  hot.Insert(TestKey(1), BakeOfSize(10'000));
  EXPECT_FALSE(hot.Find(TestKey(1)).has_value());
  hot.Insert(TestKey(1), BakeOfSize(10));
  hot.Clear();
  EXPECT_EQ(hot.size_bytes(), 0);
  EXPECT_EQ(hot.num_bakes(), 0);
}

TEST(HotBakes, ZeroKeepsNothing) {
  HotBakes hot(0);
  hot.Insert(TestKey(1), BakeOfSize(0));
  EXPECT_FALSE(hot.Find(TestKey(1)).has_value());
}

}  // namespace
}  // namespace retarget
