#pragma once
// Bakes and their aux as rows of one RocksDB: what is read is verified, what is written is whole. Private to the cache.

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "cache/bake_store.h"
#include "cache/rocks_db.h"
#include "cache/row.h"

namespace retarget {

// Keeps nothing but the database, which must outlive it. Takes no locks: the caller sees to it that nobody writes a
// bake that is read or written here. Statuses: kNotFound, kDataLoss for damage, else as RocksDb.
class BakeRows {
 public:
  explicit BakeRows(RocksDb& db) : db_(db) {}

  absl::StatusOr<BakeRecord> ReadRecord(const BakeKey& key) const;
  absl::StatusOr<StoredBake> ReadBake(const BakeKey& key) const;
  absl::StatusOr<StoredAux> ReadAux(const BakeKey& key, std::string_view name) const;

  // By name; damaged records are left out.
  absl::StatusOr<std::vector<AuxRecord>> ListAux(const BakeKey& key) const;
  // By key text; damaged records are left out.
  absl::StatusOr<std::vector<ListedBake>> ListBakes(std::string_view prefix, size_t limit) const;
  // What the selector covers. A damaged record counts as one, of no size.
  absl::StatusOr<ClearCounts> Count(const ClearSelector& selector) const;
  absl::StatusOr<std::vector<BakeKey>> BakesOf(const BaseKey& base) const;

  // Replaces the bake and all its aux. `aux_records` belong to write.aux, one each.
  absl::Status WriteBake(const BakeWrite& write, const BakeRecord& record, absl::Span<const AuxRecord> aux_records);
  absl::Status WriteAux(const BakeKey& key, const AuxWrite& aux, const AuxRecord& record);
  // Removes the bakes with their aux, all in one write.
  absl::Status RemoveBakes(absl::Span<const BakeKey> keys, Durability durability);
  absl::Status RemoveAux(const BakeKey& key, std::string_view name);

 private:
  struct VerifiedRow {
    rocksdb::PinnableSlice value;  // holds what `opened` views
    OpenedValue opened;
  };
  absl::Status ReadRow(const std::string& row, VerifiedRow* result) const;
  absl::StatusOr<AuxRecord> ReadAuxRecord(const BakeKey& key, std::string_view name) const;
  void AddAux(rocksdb::WriteBatch& batch, const BakeKey& key, const AuxWrite& aux, const AuxRecord& record) const;
  absl::Status AddRemoval(rocksdb::WriteBatch& batch, const BakeKey& key) const;

  RocksDb& db_;
};

}  // namespace retarget
