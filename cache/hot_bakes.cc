#include "cache/hot_bakes.h"

namespace retarget {

std::optional<StoredBake> HotBakes::Find(const BakeKey& key) {
  const std::lock_guard lock(mutex_);
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return std::nullopt;
  by_age_.splice(by_age_.begin(), by_age_, found->second);
  return found->second->bake;
}

void HotBakes::Insert(const BakeKey& key, const StoredBake& bake) {
  const std::lock_guard lock(mutex_);
  EraseLocked(key);
  by_age_.push_front({key, bake});
  by_key_[key] = by_age_.begin();
  size_bytes_ += by_age_.front().size_bytes();
  while (size_bytes_ > most_bytes_) EraseLocked(BakeKey(by_age_.back().key));
}

void HotBakes::Erase(const BakeKey& key) {
  const std::lock_guard lock(mutex_);
  EraseLocked(key);
}

void HotBakes::EraseLocked(const BakeKey& key) {
  const auto found = by_key_.find(key);
  if (found == by_key_.end()) return;
  size_bytes_ -= found->second->size_bytes();
  by_age_.erase(found->second);
  by_key_.erase(found);
}

void HotBakes::Clear() {
  const std::lock_guard lock(mutex_);
  by_key_.clear();
  by_age_.clear();
  size_bytes_ = 0;
}

uint64_t HotBakes::size_bytes() const {
  const std::lock_guard lock(mutex_);
  return size_bytes_;
}

uint64_t HotBakes::num_bakes() const {
  const std::lock_guard lock(mutex_);
  return by_key_.size();
}

}  // namespace retarget
