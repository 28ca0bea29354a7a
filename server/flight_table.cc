#include "server/flight_table.h"

#include <utility>

namespace retarget {

std::string_view BakeOriginText(BakeOrigin origin) {
  switch (origin) {
    case BakeOrigin::kBaked:
      return "baked";
    case BakeOrigin::kHot:
      return "hot";
    case BakeOrigin::kDisk:
      return "disk";
    case BakeOrigin::kJoined:
      return "joined";
  }
  return "";
}

FlightTable::Seat FlightTable::Join(std::shared_ptr<Flight> fresh, BakeDone done) {
  std::lock_guard lock(mutex_);
  Entry& entry = entries_[fresh->key];
  const bool leads = entry.flight == nullptr;
  if (leads) entry.flight = std::move(fresh);
  const int64_t id = next_id_++;
  entry.waiters.emplace(id, Waiter{leads, std::move(done)});
  return {entry.flight, id, leads};
}

BakeDone FlightTable::Leave(const Seat& seat) {
  std::lock_guard lock(mutex_);
  const auto found = entries_.find(seat.flight->key);
  if (found == entries_.end() || found->second.flight != seat.flight) return nullptr;
  auto node = found->second.waiters.extract(seat.id);
  if (node.empty()) return nullptr;
  if (found->second.waiters.empty()) {
    seat.flight->abandoned = true;
    entries_.erase(found);
  }
  return std::move(node.mapped().done);
}

std::vector<FlightTable::Waiter> FlightTable::Land(const std::shared_ptr<Flight>& flight) {
  std::lock_guard lock(mutex_);
  std::vector<Waiter> waiters;
  const auto found = entries_.find(flight->key);
  if (found == entries_.end() || found->second.flight != flight) return waiters;
  for (auto& [id, waiter] : found->second.waiters) waiters.push_back(std::move(waiter));
  entries_.erase(found);
  return waiters;
}

int64_t FlightTable::size() const {
  std::lock_guard lock(mutex_);
  return static_cast<int64_t>(entries_.size());
}

}  // namespace retarget
