#include "cache/rocks_store.h"

#include <chrono>
#include <optional>
#include <set>
#include <utility>

#include "cache/bake_rows.h"
#include "cache/rocks_db.h"
#include "cache/row.h"
#include "cache/store_folder.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"

namespace retarget {
namespace {

// A write batch and a value of RocksDB end at 4 GiB; half of it leaves room for headers and aux.
constexpr uint64_t kMostValueBytes = uint64_t{2} << 30;

int64_t SystemNowUnixMs() {
  const auto since_1970 = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(since_1970).count();
}

RocksStoreOptions WithDefaults(RocksStoreOptions options) {
  if (options.now_unix_ms == nullptr) options.now_unix_ms = SystemNowUnixMs;
  if (options.free_disk_bytes == nullptr) {
    options.free_disk_bytes = [folder = options.folder] { return FreeDiskBytes(folder); };
  }
  return options;
}

absl::Status CheckOptions(const RocksStoreOptions& options) {
  if (options.most_value_bytes >= 1 && options.most_value_bytes <= kMostValueBytes) return absl::OkStatus();
  return absl::InvalidArgumentError(
      Cat("most_value_bytes: expected 1 to ", kMostValueBytes, ", got ", options.most_value_bytes));
}

absl::Status CheckSize(std::string_view what, uint64_t size_bytes, uint64_t most_bytes) {
  if (size_bytes <= most_bytes) return absl::OkStatus();
  return absl::InvalidArgumentError(Cat(what, ": ", size_bytes, " bytes, at most ", most_bytes, " are stored"));
}

absl::Status CheckAuxNames(const std::vector<AuxWrite>& aux) {
  std::set<std::string_view> names;
  for (const AuxWrite& one : aux) {
    RETURN_IF_ERROR(CheckAuxName(one.name));
    if (names.insert(one.name).second) continue;
    return absl::InvalidArgumentError(Cat("aux name ", Quoted(one.name), " is given twice"));
  }
  return absl::OkStatus();
}

uint64_t TotalBytes(const BakeWrite& write) {
  uint64_t bytes = write.bytes->size();
  for (const AuxWrite& aux : write.aux) bytes += aux.bytes.size();
  return bytes;
}

absl::Status CheckWrite(const BakeWrite& write, uint64_t most_bytes) {
  if (write.bytes == nullptr) return absl::InvalidArgumentError("bake: its bytes are missing");
  RETURN_IF_ERROR(CheckAuxNames(write.aux));
  return CheckSize("bake", TotalBytes(write), most_bytes);
}

AuxRecord MakeAuxRecord(const AuxWrite& aux, int64_t now_unix_ms) {
  return {aux.name, aux.bytes.size(), Sha256Of(aux.bytes), now_unix_ms};
}

absl::Status NotStored(const BakeKey& key) { return absl::NotFoundError(Cat("bake ", key.Text(), " is not stored")); }

}  // namespace

RocksStore::RocksStore(RocksStoreOptions options)
    : options_(WithDefaults(std::move(options))), hot_(options_.hot_bytes) {}

RocksStore::~RocksStore() { Close().IgnoreError(); }

absl::StatusOr<std::unique_ptr<RocksStore>> RocksStore::Open(RocksStoreOptions options) {
  RETURN_IF_ERROR(CheckOptions(options));
  std::unique_ptr<RocksStore> store(new RocksStore(std::move(options)));
  RETURN_IF_ERROR(store->OpenFolder());
  return store;
}

absl::Status RocksStore::OpenFolder() {
  RETURN_IF_ERROR(MakeStoreFolder(options_.folder));
  absl::StatusOr<std::unique_ptr<RocksDb>> db = RocksDb::Open(options_.folder);
  if (absl::IsDataLoss(db.status())) {
    moved_aside_reason_ = std::string(db.status().message());
    ASSIGN_OR_RETURN(moved_aside_to_, MoveStoreFolderAside(options_.folder));
    RETURN_IF_ERROR(MakeStoreFolder(options_.folder));
    db = RocksDb::Open(options_.folder);
  }
  if (!db.ok()) return db.status();
  const auto alone = LockAlone();
  db_ = *std::move(db);
  // Left by a clear that did not come to its end. They are invisible; a failure costs disk only.
  db_->RemoveDeadRows().IgnoreError();
  return absl::OkStatus();
}

absl::StatusOr<BakeRows> RocksStore::Rows() const {
  if (db_ == nullptr) return absl::FailedPreconditionError("the store is closed");
  return BakeRows(*db_);
}

std::mutex& RocksStore::MutexOf(const BaseKey& base) {
  // Digests are evenly spread already; both, so that one clip on many rigs spreads too.
  return key_mutexes_[(base.clip.bytes[0] + base.rig.bytes[0]) % kKeyMutexes];
}

std::shared_lock<std::shared_mutex> RocksStore::LockShared() const {
  const std::lock_guard gate(gate_mutex_);
  return std::shared_lock(open_mutex_);
}

std::unique_lock<std::shared_mutex> RocksStore::LockAlone() const {
  const std::lock_guard gate(gate_mutex_);
  return std::unique_lock(open_mutex_);
}

absl::Status RocksStore::CheckFreeDisk(uint64_t write_bytes) {
  const uint64_t free_bytes = options_.free_disk_bytes();
  // Written twice: to the log, later to its place.
  const uint64_t needed_bytes = options_.least_free_disk_bytes + 2 * write_bytes;
  if (free_bytes >= needed_bytes) return absl::OkStatus();
  ++refused_puts_;
  return absl::ResourceExhaustedError(Cat("store ", Quoted(options_.folder), ": ", free_bytes,
                                          " bytes of disk are free, a write of ", write_bytes, " wants ",
                                          needed_bytes));
}

uint64_t RocksStore::BeginTicket() const { return clears_.last(); }

absl::StatusOr<StoredBake> RocksStore::Get(const BakeKey& key) {
  std::optional<StoredBake> hot = hot_.Find(key);
  if (!hot.has_value()) {
    const auto open = LockShared();
    ASSIGN_OR_RETURN(BakeRows rows, Rows());
    const std::lock_guard key_lock(MutexOf(key.base()));
    hot = hot_.Find(key);  // whoever held the mutex may have read it
    if (!hot.has_value()) {
      absl::StatusOr<StoredBake> bake = rows.ReadBake(key);
      ++(bake.ok() ? hits_ : misses_);
      if (!bake.ok()) return MissBake(rows, key, bake.status());
      hot_.Insert(key, *bake);
      return bake;
    }
  }
  ++hits_;
  ++hot_hits_;
  hot->hot = true;
  return *std::move(hot);
}

absl::Status RocksStore::MissBake(BakeRows& rows, const BakeKey& key, const absl::Status& failure) {
  if (absl::IsDataLoss(failure)) {
    ++corrupt_;
    hot_.Erase(key);
    // When even this fails, the next read finds the damage again.
    rows.RemoveBakes({key}, Durability::kProcess).IgnoreError();
  } else if (!absl::IsNotFound(failure)) {
    ++read_errors_;
  }
  return NotStored(key);
}

absl::StatusOr<BakeRecord> RocksStore::Put(const BakeWrite& write) {
  RETURN_IF_ERROR(CheckWrite(write, options_.most_value_bytes));
  const int64_t now_unix_ms = options_.now_unix_ms();
  const BakeRecord record = {write.bytes->size(), Sha256Of(*write.bytes), now_unix_ms, write.labels};
  std::vector<AuxRecord> aux_records;
  for (const AuxWrite& aux : write.aux) aux_records.push_back(MakeAuxRecord(aux, now_unix_ms));

  const auto open = LockShared();
  ASSIGN_OR_RETURN(BakeRows rows, Rows());
  const std::lock_guard key_lock(MutexOf(write.key.base()));
  if (clears_.ClearedSince(write.key, write.ticket)) {
    ++refused_puts_;
    return absl::AbortedError(Cat("bake ", write.key.Text(), " was cleared while baking: it is not stored"));
  }
  RETURN_IF_ERROR(CheckFreeDisk(TotalBytes(write)));
  RETURN_IF_ERROR(rows.WriteBake(write, record, aux_records));
  hot_.Insert(write.key, {record, write.bytes});
  ++puts_;
  return record;
}

absl::Status RocksStore::CheckBakeStored(BakeRows& rows, const BakeKey& key) {
  const absl::StatusOr<BakeRecord> record = rows.ReadRecord(key);
  return record.ok() ? absl::OkStatus() : MissBake(rows, key, record.status());
}

absl::StatusOr<AuxRecord> RocksStore::PutAux(const BakeKey& key, const AuxWrite& aux) {
  RETURN_IF_ERROR(CheckAuxName(aux.name));
  RETURN_IF_ERROR(CheckSize("aux", aux.bytes.size(), options_.most_value_bytes));
  const AuxRecord record = MakeAuxRecord(aux, options_.now_unix_ms());

  const auto open = LockShared();
  ASSIGN_OR_RETURN(BakeRows rows, Rows());
  const std::lock_guard key_lock(MutexOf(key.base()));
  if (const absl::Status stored = CheckBakeStored(rows, key); !stored.ok()) {
    return absl::FailedPreconditionError(Cat("aux ", Quoted(aux.name), ": ", std::string(stored.message())));
  }
  RETURN_IF_ERROR(CheckFreeDisk(aux.bytes.size()));
  RETURN_IF_ERROR(rows.WriteAux(key, aux, record));
  return record;
}

absl::StatusOr<StoredAux> RocksStore::GetAux(const BakeKey& key, std::string_view name) {
  RETURN_IF_ERROR(CheckAuxName(name));
  const auto open = LockShared();
  ASSIGN_OR_RETURN(BakeRows rows, Rows());
  const std::lock_guard key_lock(MutexOf(key.base()));
  RETURN_IF_ERROR(CheckBakeStored(rows, key));
  absl::StatusOr<StoredAux> aux = rows.ReadAux(key, name);
  if (!aux.ok()) return MissAux(rows, key, name, aux.status());
  return aux;
}

absl::Status RocksStore::MissAux(BakeRows& rows, const BakeKey& key, std::string_view name,
                                 const absl::Status& failure) {
  if (absl::IsDataLoss(failure)) {
    ++corrupt_;
    rows.RemoveAux(key, name).IgnoreError();
  } else if (!absl::IsNotFound(failure)) {
    ++read_errors_;
  }
  return absl::NotFoundError(Cat("bake ", key.Text(), " has no aux ", Quoted(name)));
}

absl::StatusOr<std::vector<AuxRecord>> RocksStore::ListAux(const BakeKey& key) {
  const auto open = LockShared();
  ASSIGN_OR_RETURN(BakeRows rows, Rows());
  const std::lock_guard key_lock(MutexOf(key.base()));
  RETURN_IF_ERROR(CheckBakeStored(rows, key));
  return rows.ListAux(key);
}

absl::StatusOr<ClearCounts> RocksStore::Clear(const ClearSelector& selector, bool dry_run) {
  if (dry_run) {
    const auto open = LockShared();
    ASSIGN_OR_RETURN(BakeRows rows, Rows());
    return rows.Count(selector);
  }
  if (const auto* bake = std::get_if<BakeKey>(&selector)) return ClearBakes(selector, bake->base());
  if (const auto* base = std::get_if<BaseKey>(&selector)) return ClearBakes(selector, *base);
  return ClearAll();
}

absl::StatusOr<ClearCounts> RocksStore::ClearBakes(const ClearSelector& selector, const BaseKey& base) {
  const auto open = LockShared();
  ASSIGN_OR_RETURN(BakeRows rows, Rows());
  const std::lock_guard key_lock(MutexOf(base));
  clears_.Add(selector);
  ASSIGN_OR_RETURN(const ClearCounts counts, rows.Count(selector));
  std::vector<BakeKey> keys;
  if (const auto* bake = std::get_if<BakeKey>(&selector)) {
    keys = {*bake};
  } else {
    ASSIGN_OR_RETURN(keys, rows.BakesOf(base));
  }
  RETURN_IF_ERROR(rows.RemoveBakes(keys, Durability::kPower));
  for (const BakeKey& key : keys) hot_.Erase(key);
  return counts;
}

absl::StatusOr<ClearCounts> RocksStore::ClearAll() {
  ClearCounts counts;
  {
    const auto alone = LockAlone();
    ASSIGN_OR_RETURN(const BakeRows rows, Rows());
    clears_.Add(ClearEverything{});
    ASSIGN_OR_RETURN(counts, rows.Count(ClearEverything{}));
    RETURN_IF_ERROR(db_->BumpEpoch());
    hot_.Clear();
  }
  // Slow, and nobody can see the dead rows: the other calls go on meanwhile. A failure costs disk only.
  const auto open = LockShared();
  if (db_ != nullptr) db_->RemoveDeadRows().IgnoreError();
  return counts;
}

absl::StatusOr<std::vector<ListedBake>> RocksStore::List(std::string_view prefix, size_t limit) {
  const auto open = LockShared();
  ASSIGN_OR_RETURN(const BakeRows rows, Rows());
  return rows.ListBakes(prefix, limit);
}

absl::StatusOr<StoreStats> RocksStore::Stats() {
  const auto open = LockShared();
  ASSIGN_OR_RETURN(const BakeRows rows, Rows());
  ASSIGN_OR_RETURN(const ClearCounts stored, rows.Count(ClearEverything{}));
  StoreStats stats;
  stats.bakes = stored.bakes;
  stats.aux = stored.aux;
  stats.size_bytes = stored.size_bytes;
  stats.disk_bytes = FolderBytes(options_.folder);
  stats.epoch = db_->epoch();
  stats.hot_bakes = hot_.num_bakes();
  stats.hot_bytes = hot_.size_bytes();
  stats.hits = hits_;
  stats.hot_hits = hot_hits_;
  stats.misses = misses_;
  stats.corrupt = corrupt_;
  stats.read_errors = read_errors_;
  stats.puts = puts_;
  stats.refused_puts = refused_puts_;
  return stats;
}

absl::Status RocksStore::Close() {
  const auto alone = LockAlone();
  if (db_ == nullptr) return absl::OkStatus();
  hot_.Clear();
  const absl::Status synced = db_->Sync();
  db_.reset();
  return synced;
}

}  // namespace retarget
