#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "cache/rocks_store.h"
#include "gtest/gtest.h"
#include "tests/cache/store_fixture.h"
#include "tests/support/process.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::OpenStore;
using ::retarget::testing::TempDir;
using ::retarget::testing::TestKey;
using ::retarget::testing::TestOptions;
using ::retarget::testing::TestWrite;

constexpr int kKeys = 8;  // few, so that threads meet

void RunThreads(const std::vector<std::function<void()>>& bodies) {
  std::vector<std::thread> threads;
  for (const auto& body : bodies) threads.emplace_back(body);
  for (std::thread& thread : threads) thread.join();
}

bool IsOneOf(const absl::Status& status, std::initializer_list<absl::StatusCode> codes) {
  return std::find(codes.begin(), codes.end(), status.code()) != codes.end();
}

TEST(StoreThreads, PutGetAuxAndClearTogetherKeepBakesWhole) {
  using enum absl::StatusCode;
  TempDir temp;
  RocksStoreOptions options = TestOptions(temp.File("store"));
  options.hot_bytes = 40'000;  // half of the bakes: reads come from disk and from memory
  const std::unique_ptr<RocksStore> store = OpenStore(options);
  ASSERT_NE(store, nullptr);
  constexpr int kSteps = 300;
  std::atomic<int> wrong{0};
  const auto expect = [&wrong](bool good) { wrong += good ? 0 : 1; };

  const auto put = [&](int offset) {
    for (int i = 0; i < kSteps; ++i) {
      BakeWrite write = TestWrite(TestKey((i + offset) % kKeys));
      write.ticket = store->BeginTicket();
      expect(IsOneOf(store->Put(write).status(), {kOk, kAborted}));
      expect(IsOneOf(store->PutAux(write.key, {"late", "x"}).status(), {kOk, kFailedPrecondition}));
    }
  };
  const auto get = [&](int offset) {
    for (int i = 0; i < kSteps; ++i) {
      const BakeKey key = TestKey((i * 3 + offset) % kKeys);
      const absl::StatusOr<StoredBake> bake = store->Get(key);
      expect(bake.ok() ? *bake->bytes == *TestWrite(key).bytes : absl::IsNotFound(bake.status()));
      expect(IsOneOf(store->GetAux(key, "report").status(), {kOk, kNotFound}));
    }
  };
  const auto clear = [&] {
    for (int i = 0; i < kSteps / 10; ++i) {
      expect(store->Clear(TestKey(i % kKeys), false).ok());
      expect(store->Clear(TestKey((i + 1) % kKeys).base(), false).ok());
      if (i % 10 == 0) expect(store->Clear(ClearEverything{}, false).ok());
      expect(store->Stats().ok() && store->List("", 100).ok());
    }
  };
  RunThreads({[&] { put(0); }, [&] { put(3); }, [&] { get(0); }, [&] { get(5); }, clear});

  EXPECT_EQ(wrong, 0);
  ASSERT_OK_AND_ASSIGN(const StoreStats stats, store->Stats());
  EXPECT_EQ(stats.corrupt, 0);
  EXPECT_EQ(stats.read_errors, 0);
  EXPECT_GT(stats.hits, 0);
  // No aux without its bake, and memory agrees with the disk.
  ASSERT_OK(store->Clear(ClearEverything{}, false));
  for (int i = 0; i < kKeys; ++i) EXPECT_FALSE(store->Get(TestKey(i)).ok());
  ASSERT_OK_AND_ASSIGN(const StoreStats empty, store->Stats());
  EXPECT_EQ(empty.bakes + empty.aux + empty.size_bytes + empty.hot_bakes, 0);
}

TEST(StoreThreads, NothingBakedBeforeAClearIsFoundAfterIt) {
  TempDir temp;
  const std::unique_ptr<RocksStore> store = OpenStore(TestOptions(temp.File("store")));
  ASSERT_NE(store, nullptr);
  for (int round = 0; round < 50; ++round) {
    const BakeKey key = TestKey(round % kKeys);
    BakeWrite stale = TestWrite(key);
    stale.ticket = store->BeginTicket();
    // Whichever comes first, the bake is gone when both have returned.
    RunThreads({[&] { store->Put(stale).IgnoreError(); },
                [&] {
                  const ClearSelector selector = round % 2 ? ClearSelector(key) : ClearSelector(ClearEverything{});
                  EXPECT_OK(store->Clear(selector, false));
                },
                [&] { store->Get(key).IgnoreError(); }});
    EXPECT_FALSE(store->Get(key).ok()) << "round " << round;
  }
}

TEST(StoreThreads, CloseWaitsForRunningCalls) {
  TempDir temp;
  const std::unique_ptr<RocksStore> store = OpenStore(TestOptions(temp.File("store")));
  ASSERT_NE(store, nullptr);
  const auto put_until_closed = [&] {
    for (int i = 0;; ++i) {
      const absl::Status status = store->Put(TestWrite(TestKey(i % kKeys))).status();
      if (status.ok()) continue;
      EXPECT_TRUE(absl::IsFailedPrecondition(status)) << status;
      return;
    }
  };
  RunThreads({put_until_closed, put_until_closed, [&] {
                while (store->BeginTicket() == 0 && !store->Get(TestKey(0)).ok()) std::this_thread::yield();
                EXPECT_OK(store->Close());
              }});
}

}  // namespace
}  // namespace retarget
