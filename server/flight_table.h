#pragma once
// Single-flight: callers who want the same bake share one. Knows who waits, not how a bake is made.

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "cache/bake_store.h"
#include "core/base/digest.h"
#include "server/bake_inputs.h"

namespace retarget {

enum class BakeOrigin {
  kBaked,   // this call's bake
  kHot,     // from memory
  kDisk,    // from disk
  kJoined,  // another call's bake, waited for
};

// "baked", "hot", "disk", "joined".
std::string_view BakeOriginText(BakeOrigin origin);

// What every caller of a bake gets. Cheap to copy but for the report.
struct BakeAnswer {
  BakeOrigin origin = BakeOrigin::kBaked;
  std::shared_ptr<const BakeInputs> inputs;  // never null: plan, key, names
  Digest digest;                             // of the bytes
  SharedBytes zanim;                         // never null
  std::string report_json;                   // empty where the stored report was lost
};

// Called exactly once, on any thread, never with a lock held.
using BakeDone = std::function<void(absl::StatusOr<BakeAnswer>)>;

// One bake and those who wait for it.
struct Flight {
  std::string key;
  std::shared_ptr<const BakeInputs> inputs;  // of the call that started it
  uint64_t store_ticket = 0;                 // BakeStore::BeginTicket of that call
  // True once nobody waits: the bake may stop.
  std::atomic<bool> abandoned = false;
};

// Thread-safe; no call blocks for longer than a map operation.
class FlightTable {
 public:
  struct Seat {
    std::shared_ptr<Flight> flight;
    int64_t id = 0;
    bool leads = false;  // this caller started the flight and must see that Land is called
  };
  struct Waiter {
    bool leads = false;
    BakeDone done;
  };

  // Joins the flight of `fresh->key`, or makes `fresh` that flight.
  Seat Join(std::shared_ptr<Flight> fresh, BakeDone done);

  // Gives up a seat and returns its callback; empty when the flight has landed (its callback was or will be called).
  // The last one to leave abandons the flight, and the next caller starts a new one.
  BakeDone Leave(const Seat& seat);

  // Ends a flight: everybody still waiting, in the order they joined. Later callers start a new flight.
  std::vector<Waiter> Land(const std::shared_ptr<Flight>& flight);

  // Flights that somebody waits for.
  int64_t size() const;

 private:
  struct Entry {
    std::shared_ptr<Flight> flight;
    std::map<int64_t, Waiter> waiters;
  };
  mutable std::mutex mutex_;
  std::map<std::string, Entry> entries_;
  int64_t next_id_ = 1;
};

}  // namespace retarget
