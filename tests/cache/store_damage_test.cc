#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "cache/rocks_store.h"
#include "cache/row.h"
#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "gtest/gtest.h"
#include "tests/cache/store_fixture.h"
#include "tests/support/process.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

namespace fs = std::filesystem;

using ::retarget::testing::EditRows;
using ::retarget::testing::FlipWhere;
using ::retarget::testing::OpenStore;
using ::retarget::testing::StatusIs;
using ::retarget::testing::TempDir;
using ::retarget::testing::TestKey;
using ::retarget::testing::TestOptions;
using ::retarget::testing::TestWrite;
using ::testing::AllOf;
using ::testing::HasSubstr;

using enum absl::StatusCode;

// A closed store that holds bakes 1 and 2.
class StoreDamageTest : public ::testing::Test {
 protected:
  void Open() {
    store_.reset();
    store_ = OpenStore(options_);
    ASSERT_NE(store_, nullptr);
  }
  void Close() { store_.reset(); }
  void SetUp() override {
    Open();
    for (int i : {1, 2}) ASSERT_OK(store_->Put(TestWrite(TestKey(i))));
    Close();
  }
  StoreStats Stats() { return store_->Stats().value(); }
  // Paths of the store's files with this ending.
  std::vector<std::string> Files(const std::string& ending) {
    std::vector<std::string> paths;
    for (const auto& entry : fs::directory_iterator(options_.folder)) {
      if (entry.path().string().ends_with(ending)) paths.push_back(entry.path().string());
    }
    return paths;
  }
  // Bake 1 is gone with its aux, was counted once, can be stored again; bake 2 is untouched.
  void ExpectBake1DroppedOnce() {
    for (int i = 0; i < 2; ++i) {
      EXPECT_THAT(store_->Get(TestKey(1)), StatusIs(kNotFound, HasSubstr("is not stored")));
      EXPECT_THAT(store_->GetAux(TestKey(1), "report"), StatusIs(kNotFound, HasSubstr("is not stored")));
    }
    EXPECT_EQ(Stats().corrupt, 1);
    EXPECT_EQ(Stats().misses, 2);
    EXPECT_EQ(Stats().bakes, 1);
    EXPECT_EQ(Stats().aux, 2);
    EXPECT_OK(store_->Get(TestKey(2)));
    EXPECT_OK(store_->Put(TestWrite(TestKey(1))));
    EXPECT_OK(store_->Get(TestKey(1)));
  }
  // The store was moved aside; an empty one is there and works.
  void ExpectMovedAside(const std::string& reason) {
    EXPECT_EQ(store_->moved_aside_to(), options_.folder + ".broken-1");
    EXPECT_THAT(store_->moved_aside_reason(), HasSubstr(reason));
    EXPECT_TRUE(fs::is_directory(options_.folder + ".broken-1"));
    EXPECT_THAT(store_->Get(TestKey(1)), StatusIs(kNotFound, HasSubstr("is not stored")));
    EXPECT_OK(store_->Put(TestWrite(TestKey(1))));
    Open();
    EXPECT_EQ(store_->moved_aside_to(), "");
    EXPECT_OK(store_->Get(TestKey(1)));
  }

  TempDir temp_;
  const RocksStoreOptions options_ = TestOptions(temp_.File("store"));
  std::unique_ptr<RocksStore> store_;
};

TEST_F(StoreDamageTest, FlippedBakeByteIsAMiss) {
  ASSERT_EQ(EditRows(options_.folder, "g1", FlipWhere("/bytes/" + TestKey(1).Text())), 1);
  Open();
  ExpectBake1DroppedOnce();
}

TEST_F(StoreDamageTest, FlippedRecordByteIsAMiss) {
  ASSERT_EQ(EditRows(options_.folder, "g1", FlipWhere("/bake/" + TestKey(1).Text())), 1);
  Open();
  EXPECT_EQ(store_->List("", 10).value().size(), 1);
  ExpectBake1DroppedOnce();
}

TEST_F(StoreDamageTest, LostBytesAreAMiss) {
  const std::string bytes_row = "/bytes/" + TestKey(1).Text();
  const auto remove = [&](const std::string& row, const std::string&) {
    return row.find(bytes_row) == std::string::npos ? std::nullopt : std::optional<std::string>("");
  };
  ASSERT_EQ(EditRows(options_.folder, "g1", remove), 1);
  Open();
  ExpectBake1DroppedOnce();
}

TEST_F(StoreDamageTest, BytesOfAnotherBakeAreAMiss) {
  std::string other;
  const auto read = [&](const std::string& row, const std::string& value) -> std::optional<std::string> {
    if (row.find("/bytes/" + TestKey(2).Text()) != std::string::npos) other = value;
    return std::nullopt;
  };
  ASSERT_EQ(EditRows(options_.folder, "g1", read), 0);
  const auto replace = [&](const std::string& row, const std::string&) {
    return row.find("/bytes/" + TestKey(1).Text()) == std::string::npos ? std::nullopt : std::optional(other);
  };
  ASSERT_EQ(EditRows(options_.folder, "g1", replace), 1);
  Open();
  ExpectBake1DroppedOnce();
}

TEST_F(StoreDamageTest, OlderBytesUnderANewerRecordAreAMiss) {
  const std::string older = "older";
  const auto replace = [&](const std::string& row, const std::string&) -> std::optional<std::string> {
    if (row.find("/bytes/" + TestKey(1).Text()) == std::string::npos) return std::nullopt;
    return ValueHeader(row, older.size(), Sha256Of(older)) + older;  // whole, yet not what the record names
  };
  ASSERT_EQ(EditRows(options_.folder, "g1", replace), 1);
  Open();
  ExpectBake1DroppedOnce();
}

TEST_F(StoreDamageTest, DamagedAuxGoesAlone) {
  ASSERT_EQ(EditRows(options_.folder, "g1", FlipWhere("/auxbytes/" + TestKey(1).Text() + "#report")), 1);
  Open();
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT(store_->GetAux(TestKey(1), "report"), StatusIs(kNotFound, HasSubstr("has no aux \"report\"")));
  }
  EXPECT_EQ(Stats().corrupt, 1);
  EXPECT_EQ(Stats().aux, 3);
  EXPECT_OK(store_->GetAux(TestKey(1), "thumb"));
  EXPECT_OK(store_->Get(TestKey(1)));
}

TEST_F(StoreDamageTest, FlippedByteInABlobFileIsAMiss) {
  Open();  // moves the bakes from the log to blob files
  Close();
  const std::string wanted = TestWrite(TestKey(1)).bytes->substr(5000, 32);
  int flipped = 0;
  for (const std::string& path : Files(".blob")) {
    ASSERT_OK_AND_ASSIGN(std::string bytes, ReadFile(path));
    const size_t at = bytes.find(wanted);
    if (at == std::string::npos) continue;
    bytes[at] = static_cast<char>(bytes[at] ^ 1);
    ASSERT_OK(WriteFileAtomically(path, bytes));
    ++flipped;
  }
  ASSERT_EQ(flipped, 1);
  Open();
  ExpectBake1DroppedOnce();
}

TEST_F(StoreDamageTest, LostBlobFilesCostOnlyTheirBakes) {
  Open();
  Close();
  ASSERT_FALSE(Files(".blob").empty());
  for (const std::string& path : Files(".blob")) fs::remove(path);
  Open();
  for (int i : {1, 2}) {
    EXPECT_THAT(store_->Get(TestKey(i)), StatusIs(kNotFound, HasSubstr("is not stored")));
    EXPECT_OK(store_->Put(TestWrite(TestKey(i))));
    EXPECT_OK(store_->Get(TestKey(i)));
  }
  Open();
  for (int i : {1, 2}) EXPECT_OK(store_->Get(TestKey(i)));
}

TEST_F(StoreDamageTest, GarbledManifestIsMovedAside) {
  for (const std::string& path : Files("")) {
    if (path.find("MANIFEST-") == std::string::npos) continue;
    ASSERT_OK(WriteFileAtomically(path, std::string(500, 'x')));
  }
  Open();
  ExpectMovedAside("open");
}

TEST_F(StoreDamageTest, LostManifestIsMovedAside) {
  for (const std::string& path : Files("")) {
    if (path.find("MANIFEST-") != std::string::npos) fs::remove(path);
  }
  Open();
  ExpectMovedAside("MANIFEST");
}

TEST_F(StoreDamageTest, LostCurrentIsMovedAside) {
  fs::remove(options_.folder + "/CURRENT");
  Open();
  ExpectMovedAside("CURRENT is gone");
}

TEST_F(StoreDamageTest, DamagedMetaIsMovedAside) {
  ASSERT_EQ(EditRows(options_.folder, "meta", FlipWhere("epoch")), 1);
  Open();
  ExpectMovedAside("digest");
}

TEST_F(StoreDamageTest, LostMetaIsMovedAside) {
  const auto remove = [](const std::string&, const std::string&) { return std::optional<std::string>(""); };
  ASSERT_EQ(EditRows(options_.folder, "meta", remove), 2);
  Open();
  ExpectMovedAside("schema is gone");
}

TEST_F(StoreDamageTest, GarbledSchemaIsMovedAside) {
  const auto garble = [](const std::string& row, const std::string&) {
    return row == "schema" ? std::optional<std::string>("one") : std::nullopt;
  };
  ASSERT_EQ(EditRows(options_.folder, "meta", garble), 1);
  Open();
  ExpectMovedAside("expected a number");
}

TEST_F(StoreDamageTest, SecondDamageTakesTheNextName) {
  for (const char* ending : {".broken-1", ".broken-2"}) {
    fs::remove(options_.folder + "/CURRENT");
    Open();
    EXPECT_EQ(store_->moved_aside_to(), options_.folder + ending);
    Close();
  }
}

TEST_F(StoreDamageTest, NewerSchemaIsRefusedAndLeftAlone) {
  const auto raise = [](const std::string& row, const std::string&) {
    return row == "schema" ? std::optional<std::string>("2") : std::nullopt;
  };
  ASSERT_EQ(EditRows(options_.folder, "meta", raise), 1);
  EXPECT_THAT(RocksStore::Open(options_),
              StatusIs(kFailedPrecondition, AllOf(HasSubstr("has schema 2"), HasSubstr("use a newer program"))));
  EXPECT_EQ(temp_.List(), std::vector<std::string>{"store"});
}

}  // namespace
}  // namespace retarget
