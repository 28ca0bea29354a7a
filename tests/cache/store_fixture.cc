#include "tests/cache/store_fixture.h"

#include <map>
#include <vector>

#include "core/base/cat.h"
#include "gtest/gtest.h"
#include "rocksdb/db.h"

#if defined(__SANITIZE_THREAD__)
// Debian's RocksDB is not built with the sanitizer, which therefore misses the atomics inside it. OpenValue and
// ParseRow read bytes in RocksDB's memory, and where the sanitizer has lost the writer's stack only they are named.
extern "C" const char* __tsan_default_suppressions() {
  return "race:librocksdb.so\nrace:retarget::OpenValue\nrace:retarget::ParseRow\nrace:retarget::Decode\n";
}
#endif

namespace retarget::testing {

BakeKey TestKey(int number, BakeMode mode) {
  return {Sha256Of(Cat("clip", number)), Sha256Of(Cat("rig", number)), mode, std::nullopt};
}

BakeWrite TestWrite(const BakeKey& key, size_t size_bytes) {
  std::string bytes;
  for (int block = 0; bytes.size() < size_bytes; ++block) bytes += Sha256Of(Cat(key.Text(), block)).AsBytes();
  bytes.resize(size_bytes);
  BakeWrite write;
  write.key = key;
  write.labels = {"Michelle", "Soldier", "SambaDance"};
  write.bytes = std::make_shared<const std::string>(std::move(bytes));
  write.aux = {{"report", Cat("report of ", key.Text())}, {"thumb", "picture"}};
  return write;
}

RocksStoreOptions TestOptions(const std::string& folder) {
  RocksStoreOptions options;
  options.folder = folder;
  options.now_unix_ms = [] { return kTestTimeMs; };
  return options;
}

std::unique_ptr<RocksStore> OpenStore(const RocksStoreOptions& options) {
  absl::StatusOr<std::unique_ptr<RocksStore>> store = RocksStore::Open(options);
  EXPECT_TRUE(store.ok()) << store.status();
  return store.ok() ? *std::move(store) : nullptr;
}

int EditRows(const std::string& folder, const std::string& family,
             const std::function<std::optional<std::string>(const std::string&, const std::string&)>& edit) {
  std::vector<rocksdb::ColumnFamilyDescriptor> families;
  for (const char* name : {"default", "meta", "g1"}) families.emplace_back(name, rocksdb::ColumnFamilyOptions());
  std::vector<rocksdb::ColumnFamilyHandle*> handles;
  rocksdb::DB* raw = nullptr;
  const rocksdb::Status opened = rocksdb::DB::Open({}, folder, families, &handles, &raw);
  EXPECT_TRUE(opened.ok()) << opened.ToString();
  if (!opened.ok()) return 0;
  const std::unique_ptr<rocksdb::DB> db(raw);
  rocksdb::ColumnFamilyHandle* const handle = handles[family == "meta" ? 1 : 2];
  std::map<std::string, std::string> edits;
  {
    const std::unique_ptr<rocksdb::Iterator> rows(db->NewIterator({}, handle));
    for (rows->SeekToFirst(); rows->Valid(); rows->Next()) {
      const std::string row = rows->key().ToString();
      const std::optional<std::string> value = edit(row, rows->value().ToString());
      if (value.has_value()) edits[row] = *value;
    }
  }
  for (const auto& [row, value] : edits) {
    const rocksdb::Status status = value.empty() ? db->Delete({}, handle, row) : db->Put({}, handle, row, value);
    EXPECT_TRUE(status.ok()) << status.ToString();
  }
  for (rocksdb::ColumnFamilyHandle* one : handles) db->DestroyColumnFamilyHandle(one);
  return static_cast<int>(edits.size());
}

std::function<std::optional<std::string>(const std::string&, const std::string&)> FlipWhere(const std::string& part) {
  return [part](const std::string& row, std::string value) -> std::optional<std::string> {
    if (row.find(part) == std::string::npos) return std::nullopt;
    value.back() = static_cast<char>(value.back() ^ 1);
    return value;
  };
}

}  // namespace retarget::testing
