#include "cache/rocks_store.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "gtest/gtest.h"
#include "tests/cache/store_fixture.h"
#include "tests/support/process.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::kTestTimeMs;
using ::retarget::testing::OpenStore;
using ::retarget::testing::StatusIs;
using ::retarget::testing::TempDir;
using ::retarget::testing::TestKey;
using ::retarget::testing::TestOptions;
using ::retarget::testing::TestWrite;
using ::testing::AllOf;
using ::testing::HasSubstr;

using enum absl::StatusCode;

// A store of its own for each test.
class RocksStoreTest : public ::testing::Test {
 protected:
  void Reopen() {
    store_.reset();
    store_ = OpenStore(options_);
    ASSERT_NE(store_, nullptr);
  }
  void SetUp() override { Reopen(); }

  TempDir temp_;
  RocksStoreOptions options_ = TestOptions(temp_.File("store"));
  std::unique_ptr<RocksStore> store_;
};

TEST(RocksStoreOpen, RejectsBadOptions) {
  EXPECT_THAT(RocksStore::Open({}), StatusIs(kInvalidArgument, HasSubstr("store folder: expected a path")));
  TempDir temp;
  ASSERT_OK(WriteFileAtomically(temp.File("file"), "x"));
  EXPECT_THAT(RocksStore::Open(TestOptions(temp.File("file"))),
              StatusIs(kInvalidArgument, HasSubstr("is not a folder")));
  RocksStoreOptions options = TestOptions(temp.File("store"));
  options.most_value_bytes = 0;
  EXPECT_THAT(RocksStore::Open(options), StatusIs(kInvalidArgument, HasSubstr("most_value_bytes")));
  options.most_value_bytes = uint64_t{4} << 30;
  EXPECT_THAT(RocksStore::Open(options), StatusIs(kInvalidArgument, HasSubstr("most_value_bytes")));
  EXPECT_EQ(temp.List(), std::vector<std::string>{"file"});
}

TEST_F(RocksStoreTest, RejectsBadWrites) {
  BakeWrite write = TestWrite(TestKey(1));
  write.bytes = nullptr;
  EXPECT_THAT(store_->Put(write), StatusIs(kInvalidArgument, HasSubstr("bytes are missing")));
  for (const std::string& name : {std::string(), std::string("Report"), std::string("a/b"), std::string(65, 'a')}) {
    write = TestWrite(TestKey(1));
    write.aux[1].name = name;
    EXPECT_THAT(store_->Put(write), StatusIs(kInvalidArgument, HasSubstr("aux name")));
    EXPECT_THAT(store_->PutAux(TestKey(1), {name, "x"}), StatusIs(kInvalidArgument, HasSubstr("1 to 64")));
    EXPECT_THAT(store_->GetAux(TestKey(1), name), StatusIs(kInvalidArgument, HasSubstr("1 to 64")));
  }
  write = TestWrite(TestKey(1));
  write.aux[1].name = write.aux[0].name;
  EXPECT_THAT(store_->Put(write), StatusIs(kInvalidArgument, HasSubstr("\"report\" is given twice")));
  EXPECT_THAT(store_->Get(TestKey(1)), StatusIs(kNotFound, HasSubstr("is not stored")));
}

TEST_F(RocksStoreTest, RefusesWhatIsTooLarge) {
  options_.most_value_bytes = 1000;
  Reopen();
  BakeWrite write = TestWrite(TestKey(1), 1001);
  EXPECT_THAT(store_->Put(write), StatusIs(kInvalidArgument, HasSubstr("at most 1000")));
  write = TestWrite(TestKey(1), 1000);
  EXPECT_THAT(store_->Put(write), StatusIs(kInvalidArgument, HasSubstr("at most 1000")));  // with its aux
  write.aux.clear();
  ASSERT_OK(store_->Put(write));
  EXPECT_THAT(store_->PutAux(TestKey(1), {"big", std::string(1001, 'x')}),
              StatusIs(kInvalidArgument, HasSubstr("aux")));
}

TEST_F(RocksStoreTest, RefusesWritesBeforeTheDiskIsFull) {
  uint64_t free_bytes = 0;
  options_.least_free_disk_bytes = 1'000'000;
  options_.free_disk_bytes = [&free_bytes] { return free_bytes; };
  Reopen();
  const BakeWrite write = TestWrite(TestKey(1));
  for (const uint64_t too_few : {0, 999'999, 1'000'000, 1'019'999}) {
    free_bytes = too_few;
    EXPECT_THAT(store_->Put(write), StatusIs(kResourceExhausted, HasSubstr("bytes of disk are free")));
  }
  free_bytes = 1'100'000;
  ASSERT_OK(store_->Put(write));
  free_bytes = 999'999;
  EXPECT_THAT(store_->PutAux(write.key, {"late", "x"}), StatusIs(kResourceExhausted, HasSubstr("free")));
  // Reading and clearing go on.
  ASSERT_OK(store_->Get(write.key));
  ASSERT_OK_AND_ASSIGN(const StoreStats stats, store_->Stats());
  EXPECT_EQ(stats.puts, 1);
  EXPECT_EQ(stats.refused_puts, 5);
  ASSERT_OK_AND_ASSIGN(const ClearCounts cleared, store_->Clear(ClearEverything{}, false));
  EXPECT_EQ(cleared.bakes, 1);
}

TEST_F(RocksStoreTest, ASecondOpenIsRefusedAndHarmless) {
  ASSERT_OK(store_->Put(TestWrite(TestKey(1))));
  EXPECT_THAT(RocksStore::Open(options_),
              StatusIs(kUnavailable, AllOf(HasSubstr("in use by another daemon"), HasSubstr(options_.folder))));
  ASSERT_OK(store_->Get(TestKey(1)));
  EXPECT_EQ(temp_.List(), std::vector<std::string>{"store"});
}

TEST_F(RocksStoreTest, ClosedStoreSaysSo) {
  ASSERT_OK(store_->Put(TestWrite(TestKey(1))));
  ASSERT_OK(store_->Close());
  ASSERT_OK(store_->Close());
  const auto closed = StatusIs(kFailedPrecondition, HasSubstr("closed"));
  EXPECT_THAT(store_->Get(TestKey(1)), closed);
  EXPECT_THAT(store_->Put(TestWrite(TestKey(1))), closed);
  EXPECT_THAT(store_->PutAux(TestKey(1), {"a", "x"}), closed);
  EXPECT_THAT(store_->GetAux(TestKey(1), "report"), closed);
  EXPECT_THAT(store_->ListAux(TestKey(1)), closed);
  EXPECT_THAT(store_->Clear(ClearEverything{}, false), closed);
  EXPECT_THAT(store_->Clear(TestKey(1), true), closed);
  EXPECT_THAT(store_->List("", 1), closed);
  EXPECT_THAT(store_->Stats(), closed);
}

TEST_F(RocksStoreTest, ReturnsWhatWasPut) {
  const BakeWrite write = TestWrite(TestKey(1));
  ASSERT_OK_AND_ASSIGN(const BakeRecord record, store_->Put(write));
  EXPECT_EQ(record, (BakeRecord{10'000, Sha256Of(*write.bytes), kTestTimeMs, write.labels}));
  for (const bool cold : {false, true}) {
    if (cold) Reopen();
    ASSERT_OK_AND_ASSIGN(const StoredBake bake, store_->Get(write.key));
    EXPECT_EQ(bake.record, record);
    EXPECT_EQ(*bake.bytes, *write.bytes);
    ASSERT_OK_AND_ASSIGN(const StoredAux aux, store_->GetAux(write.key, "report"));
    EXPECT_EQ(aux.bytes, write.aux[0].bytes);
    EXPECT_EQ(aux.record, (AuxRecord{"report", aux.bytes.size(), Sha256Of(aux.bytes), kTestTimeMs}));
    ASSERT_OK_AND_ASSIGN(const std::vector<AuxRecord> list, store_->ListAux(write.key));
    ASSERT_EQ(list.size(), 2);
    EXPECT_EQ(list[0], aux.record);
    EXPECT_EQ(list[1].name, "thumb");
  }
}

TEST_F(RocksStoreTest, KeepsEmptyBytesAndLongLabels) {
  BakeWrite write = TestWrite(TestKey(1), 0);
  write.labels.clip = std::string(100'000, 'x');
  write.aux = {{"empty", ""}};
  ASSERT_OK(store_->Put(write));
  Reopen();
  ASSERT_OK_AND_ASSIGN(const StoredBake bake, store_->Get(write.key));
  EXPECT_EQ(*bake.bytes, "");
  EXPECT_EQ(bake.record.labels, write.labels);
  ASSERT_OK_AND_ASSIGN(const StoredAux aux, store_->GetAux(write.key, "empty"));
  EXPECT_EQ(aux.bytes, "");
}

TEST_F(RocksStoreTest, KeysDifferingInOnePartAreDifferentBakes) {
  const BakeKey key = TestKey(1);
  std::vector<BakeKey> keys(5, key);
  keys[1].mode = BakeMode::kAbsolute;
  keys[2].options = Sha256Of("options");
  keys[3].rig = TestKey(2).rig;
  keys[4].clip = TestKey(2).clip;
  for (const BakeKey& one : keys) ASSERT_OK(store_->Put(TestWrite(one)));
  Reopen();
  for (const BakeKey& one : keys) {
    ASSERT_OK_AND_ASSIGN(const StoredBake bake, store_->Get(one));
    EXPECT_EQ(*bake.bytes, *TestWrite(one).bytes);
    ASSERT_OK_AND_ASSIGN(const std::vector<AuxRecord> aux, store_->ListAux(one));
    EXPECT_EQ(aux.size(), 2);
  }
}

TEST_F(RocksStoreTest, PutReplacesTheBakeAndItsAux) {
  ASSERT_OK(store_->Put(TestWrite(TestKey(1), 10'000)));
  ASSERT_OK(store_->PutAux(TestKey(1), {"old", "x"}));
  BakeWrite second = TestWrite(TestKey(1), 20'000);
  second.aux.resize(1);
  ASSERT_OK(store_->Put(second));
  for (const bool cold : {false, true}) {
    if (cold) Reopen();
    ASSERT_OK_AND_ASSIGN(const StoredBake bake, store_->Get(TestKey(1)));
    EXPECT_EQ(bake.bytes->size(), 20'000);
    EXPECT_THAT(store_->GetAux(TestKey(1), "old"), StatusIs(kNotFound, HasSubstr("has no aux \"old\"")));
    EXPECT_THAT(store_->GetAux(TestKey(1), "thumb"), StatusIs(kNotFound, HasSubstr("has no aux \"thumb\"")));
    ASSERT_OK_AND_ASSIGN(const StoreStats stats, store_->Stats());
    EXPECT_EQ(stats.bakes, 1);
    EXPECT_EQ(stats.aux, 1);
  }
}

TEST_F(RocksStoreTest, AuxNeedsItsBake) {
  EXPECT_THAT(store_->PutAux(TestKey(1), {"late", "x"}),
              StatusIs(kFailedPrecondition, AllOf(HasSubstr("\"late\""), HasSubstr("is not stored"))));
  EXPECT_THAT(store_->GetAux(TestKey(1), "late"), StatusIs(kNotFound, HasSubstr("is not stored")));
  EXPECT_THAT(store_->ListAux(TestKey(1)), StatusIs(kNotFound, HasSubstr("is not stored")));
  ASSERT_OK(store_->Put(TestWrite(TestKey(1))));
  ASSERT_OK(store_->PutAux(TestKey(1), {"late", "x"}));
  ASSERT_OK(store_->PutAux(TestKey(1), {"late", "xyz"}));
  ASSERT_OK_AND_ASSIGN(const StoredAux aux, store_->GetAux(TestKey(1), "late"));
  EXPECT_EQ(aux.bytes, "xyz");
  EXPECT_THAT(store_->GetAux(TestKey(1), "other"), StatusIs(kNotFound, HasSubstr("has no aux \"other\"")));
}

TEST_F(RocksStoreTest, ReadersKeepBytesPastClearAndClose) {
  const BakeWrite write = TestWrite(TestKey(1));
  ASSERT_OK(store_->Put(write));
  ASSERT_OK_AND_ASSIGN(const StoredBake bake, store_->Get(write.key));
  ASSERT_OK(store_->Clear(ClearEverything{}, false));
  store_.reset();
  EXPECT_EQ(Sha256Of(*bake.bytes), bake.record.digest);
}

TEST_F(RocksStoreTest, WarmReadsTouchNoDisk) {
  ASSERT_OK(store_->Put(TestWrite(TestKey(1))));
  Reopen();
  ASSERT_OK_AND_ASSIGN(const StoredBake first, store_->Get(TestKey(1)));
  ASSERT_OK_AND_ASSIGN(const StoredBake second, store_->Get(TestKey(1)));
  EXPECT_EQ(first.bytes, second.bytes);  // the same buffer
  EXPECT_FALSE(first.hot);
  EXPECT_TRUE(second.hot);
  EXPECT_FALSE(store_->Get(TestKey(2)).ok());
  ASSERT_OK_AND_ASSIGN(const StoreStats stats, store_->Stats());
  EXPECT_EQ(stats.hits, 2);
  EXPECT_EQ(stats.hot_hits, 1);
  EXPECT_EQ(stats.misses, 1);
  EXPECT_EQ(stats.hot_bakes, 1);
  EXPECT_GE(stats.hot_bytes, 10'000);
}

TEST_F(RocksStoreTest, KeepsItsMemoryBound) {
  options_.hot_bytes = 50'000;
  Reopen();
  for (int i = 0; i < 20; ++i) {
    ASSERT_OK(store_->Put(TestWrite(TestKey(i))));
    ASSERT_OK_AND_ASSIGN(const StoreStats stats, store_->Stats());
    EXPECT_LE(stats.hot_bytes, 50'000);
  }
  for (int i = 0; i < 20; ++i) ASSERT_OK(store_->Get(TestKey(i)));
  ASSERT_OK_AND_ASSIGN(const StoreStats stats, store_->Stats());
  EXPECT_LE(stats.hot_bytes, 50'000);
  EXPECT_EQ(stats.hot_bakes, 4);
}

TEST_F(RocksStoreTest, ListsAndCountsAThousandBakes) {
  std::vector<std::string> texts;
  uint64_t size_bytes = 0;
  for (int i = 0; i < 1000; ++i) {
    const BakeWrite write = TestWrite(TestKey(i, i % 2 ? BakeMode::kAbsolute : BakeMode::kRelative), 5000);
    ASSERT_OK(store_->Put(write));
    texts.push_back(write.key.Text());
    size_bytes += write.bytes->size() + write.aux[0].bytes.size() + write.aux[1].bytes.size();
  }
  std::sort(texts.begin(), texts.end());
  Reopen();
  ASSERT_OK_AND_ASSIGN(const std::vector<ListedBake> all, store_->List("", 5000));
  ASSERT_EQ(all.size(), 1000);
  for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i].key.Text(), texts[i]);
  EXPECT_EQ(all[0].record.labels.clip, "SambaDance");
  EXPECT_EQ(all[0].record.size_bytes, 5000);
  ASSERT_OK_AND_ASSIGN(const std::vector<ListedBake> some, store_->List("", 7));
  EXPECT_EQ(some.size(), 7);
  ASSERT_OK_AND_ASSIGN(const std::vector<ListedBake> none, store_->List("", 0));
  EXPECT_TRUE(none.empty());
  ASSERT_OK_AND_ASSIGN(const std::vector<ListedBake> one, store_->List(texts[500].substr(0, 100), 5000));
  ASSERT_EQ(one.size(), 1);
  EXPECT_EQ(one[0].key.Text(), texts[500]);
  ASSERT_OK_AND_ASSIGN(const StoreStats stats, store_->Stats());
  EXPECT_EQ(stats.bakes, 1000);
  EXPECT_EQ(stats.aux, 2000);
  EXPECT_EQ(stats.size_bytes, size_bytes);
  EXPECT_GE(stats.disk_bytes, size_bytes);
}

}  // namespace
}  // namespace retarget
