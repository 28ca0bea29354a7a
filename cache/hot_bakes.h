#pragma once
// Verified bakes kept in memory, so that a warm read touches no disk and computes no SHA-256.

#include <cstdint>
#include <list>
#include <map>
#include <mutex>
#include <optional>

#include "cache/bake_store.h"

namespace retarget {

// Least recently used bakes go first when the bound is passed. Thread-safe. Does no checking of its own: insert only
// bytes whose digest is known to be right.
class HotBakes {
 public:
  // Charged for each bake beside its bytes: key, record, labels and nodes.
  static constexpr uint64_t kEntryBytes = 512;

  // 0 keeps nothing.
  explicit HotBakes(uint64_t most_bytes) : most_bytes_(most_bytes) {}

  std::optional<StoredBake> Find(const BakeKey& key);
  // Replaces what the key had. A bake over the bound by itself is not kept.
  void Insert(const BakeKey& key, const StoredBake& bake);
  void Erase(const BakeKey& key);
  void Clear();

  uint64_t size_bytes() const;
  uint64_t num_bakes() const;

 private:
  struct Entry {
    BakeKey key;
    StoredBake bake;
    uint64_t size_bytes() const { return bake.bytes->size() + kEntryBytes; }
  };
  void EraseLocked(const BakeKey& key);  // wants mutex_

  const uint64_t most_bytes_;
  mutable std::mutex mutex_;  // guards all below
  std::list<Entry> by_age_;   // most recently used first
  std::map<BakeKey, std::list<Entry>::iterator> by_key_;
  uint64_t size_bytes_ = 0;
};

}  // namespace retarget
