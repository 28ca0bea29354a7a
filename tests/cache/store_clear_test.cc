#include <memory>
#include <string>
#include <vector>

#include "cache/rocks_store.h"
#include "gtest/gtest.h"
#include "tests/cache/store_fixture.h"
#include "tests/support/process.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::OpenStore;
using ::retarget::testing::StatusIs;
using ::retarget::testing::TempDir;
using ::retarget::testing::TestKey;
using ::retarget::testing::TestOptions;
using ::retarget::testing::TestWrite;
using ::testing::HasSubstr;

using enum absl::StatusCode;

// Three bakes of one base key and one stranger.
class StoreClearTest : public ::testing::Test {
 protected:
  void Reopen() {
    store_.reset();
    store_ = OpenStore(options_);
    ASSERT_NE(store_, nullptr);
  }
  void SetUp() override {
    with_options_.options = Sha256Of("options");
    Reopen();
    for (const BakeKey& key : {relative_, absolute_, with_options_, stranger_}) ASSERT_OK(store_->Put(TestWrite(key)));
  }
  // Of one bake with its aux.
  uint64_t SizeOf(const BakeKey& key) {
    const BakeWrite write = TestWrite(key);
    return write.bytes->size() + write.aux[0].bytes.size() + write.aux[1].bytes.size();
  }
  bool Stored(const BakeKey& key) {
    const bool bake = store_->Get(key).ok(), aux = store_->GetAux(key, "report").ok();
    EXPECT_EQ(bake, aux) << "a bake and its aux go together";
    return bake;
  }

  TempDir temp_;
  const RocksStoreOptions options_ = TestOptions(temp_.File("store"));
  const BakeKey relative_ = TestKey(1), absolute_ = TestKey(1, BakeMode::kAbsolute), stranger_ = TestKey(2);
  BakeKey with_options_ = TestKey(1);
  std::unique_ptr<RocksStore> store_;
};

TEST_F(StoreClearTest, ClearsOneBakeKey) {
  ASSERT_OK_AND_ASSIGN(const ClearCounts counts, store_->Clear(relative_, false));
  EXPECT_EQ(counts, (ClearCounts{1, 2, SizeOf(relative_)}));
  for (const bool cold : {false, true}) {
    if (cold) Reopen();
    EXPECT_FALSE(Stored(relative_));
    EXPECT_TRUE(Stored(absolute_));
    EXPECT_TRUE(Stored(with_options_));
    EXPECT_TRUE(Stored(stranger_));
  }
}

TEST_F(StoreClearTest, ClearsABaseKeyInAllModesAndOptions) {
  ASSERT_OK_AND_ASSIGN(const ClearCounts counts, store_->Clear(relative_.base(), false));
  EXPECT_EQ(counts, (ClearCounts{3, 6, SizeOf(relative_) + SizeOf(absolute_) + SizeOf(with_options_)}));
  for (const bool cold : {false, true}) {
    if (cold) Reopen();
    EXPECT_FALSE(Stored(relative_));
    EXPECT_FALSE(Stored(absolute_));
    EXPECT_FALSE(Stored(with_options_));
    EXPECT_TRUE(Stored(stranger_));
  }
}

TEST_F(StoreClearTest, ClearsEverythingForGood) {
  ASSERT_OK_AND_ASSIGN(const ClearCounts counts, store_->Clear(ClearEverything{}, false));
  EXPECT_EQ(counts.bakes, 4);
  EXPECT_EQ(counts.aux, 8);
  for (const bool cold : {false, true}) {
    if (cold) Reopen();
    for (const BakeKey& key : {relative_, absolute_, with_options_, stranger_}) EXPECT_FALSE(Stored(key));
    ASSERT_OK_AND_ASSIGN(const StoreStats stats, store_->Stats());
    EXPECT_EQ(stats.bakes, 0);
    EXPECT_EQ(stats.size_bytes, 0);
    EXPECT_EQ(stats.epoch, 2);
  }
  BakeWrite write = TestWrite(relative_);
  write.ticket = store_->BeginTicket();
  ASSERT_OK(store_->Put(write));
  Reopen();
  EXPECT_TRUE(Stored(relative_));
}

TEST_F(StoreClearTest, ClearingEverythingGivesTheDiskBack) {
  for (int i = 10; i < 30; ++i) ASSERT_OK(store_->Put(TestWrite(TestKey(i), 1'000'000)));
  Reopen();  // moves the bakes from the log to blob files
  ASSERT_OK_AND_ASSIGN(const StoreStats before, store_->Stats());
  ASSERT_GE(before.disk_bytes, 20'000'000);
  ASSERT_OK(store_->Clear(ClearEverything{}, false));
  Reopen();
  ASSERT_OK_AND_ASSIGN(const StoreStats after, store_->Stats());
  EXPECT_LT(after.disk_bytes, 2'000'000);
}

TEST_F(StoreClearTest, DryRunCountsAndKeeps) {
  const std::vector<ClearSelector> selectors = {relative_, relative_.base(), ClearEverything{}};
  for (const ClearSelector& selector : selectors) {
    ASSERT_OK_AND_ASSIGN(const ClearCounts dry, store_->Clear(selector, true));
    EXPECT_GT(dry.bakes, 0);
    for (const BakeKey& key : {relative_, absolute_, with_options_, stranger_}) EXPECT_TRUE(Stored(key));
    // A dry run does not count as a clear: this bake's ticket is still good.
    ASSERT_OK(store_->Put(TestWrite(relative_)));
  }
  for (const ClearSelector& selector : selectors) {
    ASSERT_OK_AND_ASSIGN(const ClearCounts dry, store_->Clear(selector, true));
    ASSERT_OK_AND_ASSIGN(const ClearCounts real, store_->Clear(selector, false));
    EXPECT_EQ(dry, real);
  }
}

TEST_F(StoreClearTest, ClearingNothingIsZeros) {
  const std::vector<ClearSelector> selectors = {TestKey(9), TestKey(9).base()};
  for (const ClearSelector& selector : selectors) {
    ASSERT_OK_AND_ASSIGN(const ClearCounts counts, store_->Clear(selector, false));
    EXPECT_EQ(counts, ClearCounts{});
  }
}

TEST_F(StoreClearTest, ABakeThatBeganBeforeAClearIsNotStored) {
  const std::vector<ClearSelector> selectors = {relative_, relative_.base(), ClearEverything{}};
  for (const ClearSelector& selector : selectors) {
    BakeWrite write = TestWrite(relative_);
    write.ticket = store_->BeginTicket();
    ASSERT_OK(store_->Clear(selector, false));
    EXPECT_THAT(store_->Put(write), StatusIs(kAborted, HasSubstr("was cleared while baking")));
    EXPECT_FALSE(Stored(relative_));
    write.ticket = store_->BeginTicket();
    ASSERT_OK(store_->Put(write));
    EXPECT_TRUE(Stored(relative_));
  }
  ASSERT_OK_AND_ASSIGN(const StoreStats stats, store_->Stats());
  EXPECT_EQ(stats.refused_puts, 3);
}

TEST_F(StoreClearTest, AClearLeavesOtherBakesInFlightAlone) {
  BakeWrite other_mode = TestWrite(absolute_), other_base = TestWrite(stranger_);
  other_mode.ticket = other_base.ticket = store_->BeginTicket();
  ASSERT_OK(store_->Clear(relative_, false));
  ASSERT_OK(store_->Put(other_mode));
  ASSERT_OK(store_->Clear(relative_.base(), false));
  ASSERT_OK(store_->Put(other_base));
  EXPECT_THAT(store_->Put(other_mode), StatusIs(kAborted, HasSubstr("cleared")));
}

}  // namespace
}  // namespace retarget
