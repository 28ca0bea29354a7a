#pragma once
// Where bakes are kept. The seam behind which generations, a budget and a second tier grow: callers see only this.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/bake_key.h"
#include "core/base/digest.h"

namespace retarget {

// Bytes shared by the store and its readers; a reader keeps them alive, also past a clear or Close().
using SharedBytes = std::shared_ptr<const std::string>;

// Free text that says what a bake was made of, for lists a person reads. Not part of any key; may be empty.
struct BakeLabels {
  std::string source;  // name of the source rig
  std::string target;  // name of the target rig
  std::string clip;    // name of the clip

  friend bool operator==(const BakeLabels&, const BakeLabels&) = default;
};

struct BakeRecord {
  uint64_t size_bytes = 0;
  Digest digest;  // SHA-256 of the bytes
  int64_t created_unix_ms = 0;
  BakeLabels labels;

  friend bool operator==(const BakeRecord&, const BakeRecord&) = default;
};

struct StoredBake {
  BakeRecord record;
  SharedBytes bytes;  // never null
  bool hot = false;   // from memory: no disk was touched
};

struct ListedBake {
  BakeKey key;
  BakeRecord record;
};

// Data derived from a bake, living and dying with it. Names: 1..64 of a-z, 0-9, '_', '-'.
struct AuxWrite {
  std::string name;
  std::string bytes;
};

struct AuxRecord {
  std::string name;
  uint64_t size_bytes = 0;
  Digest digest;
  int64_t created_unix_ms = 0;

  friend bool operator==(const AuxRecord&, const AuxRecord&) = default;
};

struct StoredAux {
  AuxRecord record;
  std::string bytes;
};

struct BakeWrite {
  BakeKey key;
  BakeLabels labels;
  SharedBytes bytes;  // must not be null
  std::vector<AuxWrite> aux;
  // From BeginTicket(), taken before the bake read its inputs.
  uint64_t ticket = 0;
};

struct ClearEverything {};
// One bake, both modes and all options of a base key, or all there is.
using ClearSelector = std::variant<BakeKey, BaseKey, ClearEverything>;

struct ClearCounts {
  uint64_t bakes = 0;
  uint64_t aux = 0;
  uint64_t size_bytes = 0;  // of bakes and aux

  friend bool operator==(const ClearCounts&, const ClearCounts&) = default;
};

struct StoreStats {
  // What is stored now.
  uint64_t bakes = 0;
  uint64_t aux = 0;
  uint64_t size_bytes = 0;  // of bakes and aux, as given
  uint64_t disk_bytes = 0;  // of the store's files
  uint64_t epoch = 0;       // from 1; a clear of everything begins the next
  // Verified bakes kept in memory.
  uint64_t hot_bakes = 0;
  uint64_t hot_bytes = 0;
  // Since the store was opened. Get() only:
  uint64_t hits = 0;
  uint64_t hot_hits = 0;  // the part of `hits` that touched no disk
  uint64_t misses = 0;
  // All reads: rows that failed verification and were dropped; reads that the disk refused.
  uint64_t corrupt = 0;
  uint64_t read_errors = 0;
  uint64_t puts = 0;
  uint64_t refused_puts = 0;  // cleared while baking, or the disk is full
};

// Bakes by key, each with its aux. Thread-safe. Every call may block on disk: never call from an RPC thread.
//
// Any call may fail with kUnavailable (the disk failed), kDataLoss (the store's own files are damaged) or
// kFailedPrecondition (the store is closed). A failure changes nothing and costs the caller a recompute, not an answer.
class BakeStore {
 public:
  virtual ~BakeStore() = default;

  // The number of clears so far. A bake takes it when it begins and hands it to Put(). Never blocks.
  virtual uint64_t BeginTicket() const = 0;

  // The bake, verified against its digest. kNotFound: not stored, or its bytes are damaged (then it is dropped with its
  // aux and counted), or the disk could not read it (counted).
  virtual absl::StatusOr<StoredBake> Get(const BakeKey& key) = 0;

  // Stores bake, record and aux, all or nothing, in place of what the key had (its aux too). Returns the record.
  // kAborted: a clear that covers the key came after `ticket`; hand out the bytes, they are not stored.
  // kResourceExhausted: the disk is nearly full. kInvalidArgument: null or too large bytes, a bad or repeated aux name.
  virtual absl::StatusOr<BakeRecord> Put(const BakeWrite& write) = 0;

  // Stores one aux, in place of one of that name. kFailedPrecondition: its bake is not stored. Otherwise as Put().
  virtual absl::StatusOr<AuxRecord> PutAux(const BakeKey& key, const AuxWrite& aux) = 0;

  // As Get(); damage drops this aux alone. The message tells a missing bake from a missing aux.
  virtual absl::StatusOr<StoredAux> GetAux(const BakeKey& key, std::string_view name) = 0;

  // Sorted by name. kNotFound: the bake is not stored.
  virtual absl::StatusOr<std::vector<AuxRecord>> ListAux(const BakeKey& key) = 0;

  // Removes what the selector covers, durably, and returns how much that was; nothing stored is zeros, not an error.
  // With `dry_run` only counts.
  virtual absl::StatusOr<ClearCounts> Clear(const ClearSelector& selector, bool dry_run) = 0;

  // At most `limit` bakes whose key text begins with `prefix`, sorted by key text.
  virtual absl::StatusOr<std::vector<ListedBake>> List(std::string_view prefix, size_t limit) = 0;

  // Walks all records: about a second per million bakes.
  virtual absl::StatusOr<StoreStats> Stats() = 0;

  // Waits for running calls, makes everything durable and lets go of the folder. Later calls but BeginTicket() fail.
  // Safe to repeat.
  virtual absl::Status Close() = 0;
};

}  // namespace retarget
