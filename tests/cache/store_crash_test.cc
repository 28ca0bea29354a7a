#include <csignal>
#include <memory>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "cache/rocks_store.h"
#include "core/base/cat.h"
#include "gtest/gtest.h"
#include "tests/cache/store_fixture.h"
#include "tests/support/process.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::BackgroundProcess;
using ::retarget::testing::OpenStore;
using ::retarget::testing::StatusIs;
using ::retarget::testing::TempDir;
using ::retarget::testing::TestKey;
using ::retarget::testing::TestOptions;
using ::retarget::testing::TestWrite;
using ::testing::HasSubstr;

// The numbers in the whole lines "stored <number>".
std::vector<int> Acknowledged(const std::string& output) {
  std::vector<int> numbers;
  std::istringstream lines(output.substr(0, output.rfind('\n') + 1));
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("stored ")) numbers.push_back(std::stoi(line.substr(7)));
  }
  return numbers;
}

void ExpectWhole(RocksStore& store, const BakeKey& key) {
  const BakeWrite expected = TestWrite(key, 100'000);
  ASSERT_OK_AND_ASSIGN(const StoredBake bake, store.Get(key));
  EXPECT_EQ(*bake.bytes, *expected.bytes);
  for (const AuxWrite& aux : expected.aux) {
    ASSERT_OK_AND_ASSIGN(const StoredAux stored, store.GetAux(key, aux.name));
    EXPECT_EQ(stored.bytes, aux.bytes);
  }
}

TEST(StoreCrash, KillMidWriteKeepsEveryAcknowledgedBakeWhole) {
  constexpr int kRounds = 5;
  constexpr int kBakesPerRound = 40;  // each reopening moves the log of the round before into files
  TempDir temp;
  const std::string folder = temp.File("store");
  std::set<int> acknowledged;
  for (int round = 0; round < kRounds; ++round) {
    const int first = round * 100'000;
    BackgroundProcess writer({RETARGETD_STORE_WRITER, folder, std::to_string(first)});
    ASSERT_OK(writer.WaitForOutput(Cat("stored ", first + kBakesPerRound, "\n")));
    EXPECT_THAT(RocksStore::Open(TestOptions(folder)),
                StatusIs(absl::StatusCode::kUnavailable, HasSubstr("in use by another daemon")));
    writer.Signal(SIGKILL);
    ASSERT_OK_AND_ASSIGN(const int exit_code, writer.Wait());
    ASSERT_EQ(exit_code, -SIGKILL);
    for (const int number : Acknowledged(writer.Output())) acknowledged.insert(number);

    const std::unique_ptr<RocksStore> store = OpenStore(TestOptions(folder));
    ASSERT_NE(store, nullptr);
    EXPECT_EQ(store->moved_aside_to(), "");
    for (const int number : acknowledged) {
      ExpectWhole(*store, TestKey(number));
      EXPECT_OK(store->GetAux(TestKey(number), "late"));
    }
    // What was stored but not acknowledged is whole as well.
    ASSERT_OK_AND_ASSIGN(const std::vector<ListedBake> listed, store->List("", 1'000'000));
    EXPECT_GE(listed.size(), acknowledged.size());
    EXPECT_LE(listed.size(), acknowledged.size() + round + 1);
    for (const ListedBake& bake : listed) ExpectWhole(*store, bake.key);
    ASSERT_OK_AND_ASSIGN(const StoreStats stats, store->Stats());
    EXPECT_EQ(stats.corrupt, 0);
  }
  EXPECT_GT(acknowledged.size(), kRounds * kBakesPerRound);
}

}  // namespace
}  // namespace retarget
