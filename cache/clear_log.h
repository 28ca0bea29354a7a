#pragma once
// Numbers the clears of one process, so that a bake which began before a clear is not stored after it.

#include <cstdint>
#include <map>
#include <mutex>

#include "cache/bake_store.h"

namespace retarget {

// Thread-safe. Lives in memory only: a restart ends every bake that could hold a ticket.
class ClearLog {
 public:
  // Remembers the newest clear of at most `most_keys` bake keys and as many base keys. When there are more it forgets
  // them all and refuses every ticket up to then: too much is recomputed, nothing stale is stored.
  explicit ClearLog(size_t most_keys = 4096) : most_keys_(most_keys) {}

  // The number of the last clear; 0 before the first.
  uint64_t last() const;
  // Gives a clear the next number.
  void Add(const ClearSelector& selector);
  // True when a clear that covers `key` is newer than `ticket`.
  bool ClearedSince(const BakeKey& key, uint64_t ticket) const;

 private:
  void ForgetWhenFull();  // wants mutex_

  const size_t most_keys_;
  mutable std::mutex mutex_;  // guards all below
  uint64_t last_ = 0;
  // The last clear of everything, or of what was forgotten.
  uint64_t everything_ = 0;
  std::map<BakeKey, uint64_t> bakes_;
  std::map<BaseKey, uint64_t> bases_;
};

}  // namespace retarget
