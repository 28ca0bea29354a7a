#include "cache/clear_log.h"

namespace retarget {
namespace {

template <typename Key>
bool NewerThan(const std::map<Key, uint64_t>& clears, const Key& key, uint64_t ticket) {
  const auto found = clears.find(key);
  return found != clears.end() && found->second > ticket;
}

}  // namespace

uint64_t ClearLog::last() const {
  const std::lock_guard lock(mutex_);
  return last_;
}

void ClearLog::Add(const ClearSelector& selector) {
  const std::lock_guard lock(mutex_);
  ++last_;
  if (const auto* bake = std::get_if<BakeKey>(&selector)) {
    bakes_[*bake] = last_;
  } else if (const auto* base = std::get_if<BaseKey>(&selector)) {
    bases_[*base] = last_;
  } else {
    everything_ = last_;
  }
  ForgetWhenFull();
}

void ClearLog::ForgetWhenFull() {
  if (bakes_.size() <= most_keys_ && bases_.size() <= most_keys_) return;
  bakes_.clear();
  bases_.clear();
  everything_ = last_;
}

bool ClearLog::ClearedSince(const BakeKey& key, uint64_t ticket) const {
  const std::lock_guard lock(mutex_);
  return everything_ > ticket || NewerThan(bases_, key.base(), ticket) || NewerThan(bakes_, key, ticket);
}

}  // namespace retarget
