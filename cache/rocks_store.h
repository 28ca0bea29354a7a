#pragma once
// The embedded store: one RocksDB folder, with verified bakes kept in memory in front of it.

#include <array>
#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/bake_store.h"
#include "cache/clear_log.h"
#include "cache/hot_bakes.h"

namespace retarget {

class BakeRows;
class RocksDb;

struct RocksStoreOptions {
  // Made with its parents when it is not there. Belongs to one process at a time.
  std::string folder;
  // Bound of the bakes kept in memory; 0 keeps none.
  uint64_t hot_bytes = uint64_t{256} << 20;
  // Writes are refused when they would leave less free disk than this: RocksDB ends the process on a full disk.
  uint64_t least_free_disk_bytes = uint64_t{256} << 20;
  // Largest bake, together with the aux written beside it; largest aux. 1 byte .. 2 GiB.
  uint64_t most_value_bytes = uint64_t{512} << 20;
  // Milliseconds since 1970; null: the system's clock.
  std::function<int64_t()> now_unix_ms = nullptr;
  // Bytes an ordinary user may still write to the folder's disk; null: asks the system.
  std::function<uint64_t()> free_disk_bytes = nullptr;
};

// A bake that was acknowledged survives a stop and a kill of the process. A power cut may cost the bakes of the last
// seconds, never the wholeness of one. Clears survive both.
class RocksStore : public BakeStore {
 public:
  // kInvalidArgument: an option out of range, or the folder is not one. kUnavailable: another daemon has it open.
  // kFailedPrecondition: written by a newer program. A damaged store is no error: it is moved to "<folder>.broken-<n>"
  // and a new one is made; see moved_aside_to().
  static absl::StatusOr<std::unique_ptr<RocksStore>> Open(RocksStoreOptions options);
  ~RocksStore() override;

  // Where Open() moved a damaged store, and what was wrong with it; both empty when nothing was.
  const std::string& moved_aside_to() const { return moved_aside_to_; }
  const std::string& moved_aside_reason() const { return moved_aside_reason_; }

  uint64_t BeginTicket() const override;
  absl::StatusOr<StoredBake> Get(const BakeKey& key) override;
  absl::StatusOr<BakeRecord> Put(const BakeWrite& write) override;
  absl::StatusOr<AuxRecord> PutAux(const BakeKey& key, const AuxWrite& aux) override;
  absl::StatusOr<StoredAux> GetAux(const BakeKey& key, std::string_view name) override;
  absl::StatusOr<std::vector<AuxRecord>> ListAux(const BakeKey& key) override;
  absl::StatusOr<ClearCounts> Clear(const ClearSelector& selector, bool dry_run) override;
  absl::StatusOr<std::vector<ListedBake>> List(std::string_view prefix, size_t limit) override;
  absl::StatusOr<StoreStats> Stats() override;
  absl::Status Close() override;

 private:
  // Few enough to be cheap, many enough that two bakes seldom share one.
  static constexpr size_t kKeyMutexes = 64;

  explicit RocksStore(RocksStoreOptions options);
  absl::Status OpenFolder();

  std::mutex& MutexOf(const BaseKey& base);
  std::shared_lock<std::shared_mutex> LockShared() const;
  std::unique_lock<std::shared_mutex> LockAlone() const;
  absl::Status CheckFreeDisk(uint64_t write_bytes);

  // These want open_mutex_ held, shared or alone. Those with a key want its mutex too.
  absl::StatusOr<BakeRows> Rows() const;  // kFailedPrecondition when closed
  absl::Status CheckBakeStored(BakeRows& rows, const BakeKey& key);
  // Counts a failed read, removes what is damaged with all that lives on it, and returns the plain miss: kNotFound.
  absl::Status MissBake(BakeRows& rows, const BakeKey& key, const absl::Status& failure);
  absl::Status MissAux(BakeRows& rows, const BakeKey& key, std::string_view name, const absl::Status& failure);
  absl::StatusOr<ClearCounts> ClearBakes(const ClearSelector& selector, const BaseKey& base);
  absl::StatusOr<ClearCounts> ClearAll();

  const RocksStoreOptions options_;
  std::string moved_aside_to_;
  std::string moved_aside_reason_;
  ClearLog clears_;
  HotBakes hot_;
  std::atomic<uint64_t> hits_{0}, hot_hits_{0}, misses_{0}, corrupt_{0}, read_errors_{0}, puts_{0}, refused_puts_{0};

  // Held shared by every call; held alone to close and to change the epoch. Taken before a key's mutex.
  mutable std::shared_mutex open_mutex_;
  // Passed through on the way to open_mutex_, which may otherwise serve sharers for ever while one waits to be alone.
  mutable std::mutex gate_mutex_;
  // One per base key, shared by some: put, aux, clear and reads from disk of one bake exclude each other.
  std::array<std::mutex, kKeyMutexes> key_mutexes_;
  std::unique_ptr<RocksDb> db_;  // null when closed; guarded by open_mutex_
};

}  // namespace retarget
