#pragma once
// One RocksDB folder, opened and checked. Private to the cache: the only files that include RocksDB are this one's.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "rocksdb/db.h"
#include "rocksdb/write_batch.h"

namespace retarget {

// Whether a write must outlive a power cut. Every write outlives the end of the process, however it ends: it is in the
// write-ahead log, which the system holds.
enum class Durability { kProcess, kPower };

// Thread-safe. Statuses: kDataLoss for damage, kResourceExhausted for a full disk, kUnavailable for the rest; messages
// carry RocksDB's own words.
class RocksDb {
 public:
  // Raised when rows or values change so that an older program would misread them.
  static constexpr uint32_t kSchema = 1;

  // Opens the store in an existing folder, or makes one there. kUnavailable: another process (or this one) has it open.
  // kFailedPrecondition: its schema is newer than ours. kDataLoss: it is damaged and cannot be used.
  static absl::StatusOr<std::unique_ptr<RocksDb>> Open(const std::string& folder);
  ~RocksDb();
  RocksDb(const RocksDb&) = delete;
  RocksDb& operator=(const RocksDb&) = delete;

  // Part of every row; rows of older epochs are dead.
  uint64_t epoch() const { return epoch_; }
  // Makes all rows dead, durably. Not to be called beside any other call.
  absl::Status BumpEpoch();
  // Frees the space of dead rows. Slow: rewrites the index, not the bytes.
  absl::Status RemoveDeadRows();

  // kNotFound when there is no such row. `value` pins the row's memory: read it without copying.
  absl::Status Read(const std::string& row, rocksdb::PinnableSlice* value) const;
  // Calls `visit` for the rows that begin with `prefix` (not empty, ASCII), in order, until it returns false.
  absl::Status Visit(const std::string& prefix,
                     const std::function<bool(std::string_view row, std::string_view value)>& visit) const;

  // Collects writes. The value is `header` followed by `payload`; both are copied once.
  void Put(rocksdb::WriteBatch& batch, const std::string& row, std::string_view header, std::string_view payload) const;
  void Delete(rocksdb::WriteBatch& batch, const std::string& row) const;
  // All of the batch or nothing.
  absl::Status Write(rocksdb::WriteBatch& batch, Durability durability);

  // Makes all writes outlive a power cut. The object is closed by its destructor.
  absl::Status Sync();

 private:
  RocksDb() = default;
  absl::Status OpenFolder(const std::string& folder);
  absl::Status ReadMeta(const std::string& folder);
  absl::Status ReadEpoch();
  absl::Status WriteMeta(uint64_t epoch);
  bool HasRows() const;

  std::unique_ptr<rocksdb::DB> db_;
  std::vector<rocksdb::ColumnFamilyHandle*> families_;
  // Two of `families_`. With generations there will be a list of them, newest first.
  rocksdb::ColumnFamilyHandle* meta_ = nullptr;
  rocksdb::ColumnFamilyHandle* generation_ = nullptr;
  uint64_t epoch_ = 0;
};

}  // namespace retarget
