#pragma once
// A bake call from request bytes to answer: decode, look in the store, share or start the bake, store, answer. Knows
// nothing of the wire.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string_view>

#include "absl/status/status.h"
#include "cache/bake_store.h"
#include "server/bake_inputs.h"
#include "server/bake_run.h"
#include "server/flight_table.h"
#include "server/worker_pool.h"

namespace retarget {

// Names of the aux entries every bake has; both are JSON.
inline constexpr std::string_view kReportAux = "report";
inline constexpr std::string_view kPlanAux = "plan";

struct PipelineOptions {
  int bake_threads = 1, bake_queue = 64;
  int io_threads = 4, io_queue = 1024;
  BakeRun run = RunBakeJob;
};

// Since start. Every call ends in exactly one of the first five.
struct PipelineStats {
  int64_t baked = 0, hot_hits = 0, disk_hits = 0, joined = 0, failed = 0;
  int64_t runs = 0;       // bakes that ran, successful or not
  int64_t in_flight = 0;  // bakes somebody waits for now
};

// One caller's place in the pipeline. Thread-safe.
class BakeCall {
 public:
  // The caller no longer wants the answer: it ends with kCancelled, at once when it waits for a bake, else after the
  // step it is in. A bake nobody waits for any more stops. Never blocks; may be called at any time and repeatedly.
  void Cancel();

 private:
  friend class BakePipeline;
  std::mutex mutex_;
  bool cancelled_ = false;
  std::function<void()> leave_;  // set while it waits for a flight
};

// Thread-safe. The destructor waits until every call has been answered; calls that were cancelled before are quick.
class BakePipeline {
 public:
  // `store` must outlive the pipeline.
  BakePipeline(PipelineOptions options, BakeStore* store);

  // Starts a call and returns at once. The bytes in `request` must stay until `done` was called. `done` gets the
  // answer, or the codes of DecodeBake and BakeJob, kResourceExhausted (a queue is full) or kCancelled.
  std::shared_ptr<BakeCall> Bake(const BakeRequestBytes& request, BakeDone done);

  // The threads for decoding and for the store; other requests share them.
  WorkerPool& io_pool() { return io_pool_; }
  BakeStore& store() { return *store_; }

  PipelineStats stats() const;
  PoolStats bake_pool_stats() const { return bake_pool_.stats(); }
  PoolStats io_pool_stats() const { return io_pool_.stats(); }

 private:
  // On an io thread: decodes, looks up, and joins or starts a flight.
  void Prepare(const BakeRequestBytes& request, uint64_t store_ticket, const std::shared_ptr<BakeCall>& call,
               BakeDone done);
  void TakeOff(std::shared_ptr<Flight> flight, const std::shared_ptr<BakeCall>& call, BakeDone done);
  // On a bake thread.
  void Fly(const std::shared_ptr<Flight>& flight);
  absl::StatusOr<BakeAnswer> BakeAndStore(const Flight& flight);
  void Land(const std::shared_ptr<Flight>& flight, const absl::StatusOr<BakeAnswer>& answer);
  // A stored bake; none when there is none or the store failed.
  std::optional<BakeAnswer> LookUp(std::shared_ptr<const BakeInputs> inputs);
  void Store(const Flight& flight, const BakeAnswer& answer);
  // Counts, then calls `done`.
  void Finish(const BakeDone& done, absl::StatusOr<BakeAnswer> answer);

  const BakeRun run_;
  BakeStore* const store_;
  FlightTable flights_;
  std::atomic<int64_t> baked_ = 0, hot_hits_ = 0, disk_hits_ = 0, joined_ = 0, failed_ = 0, runs_ = 0;
  // Last, so that they go first: their jobs use all of the above, and io jobs post bakes.
  WorkerPool bake_pool_;
  WorkerPool io_pool_;
};

}  // namespace retarget
