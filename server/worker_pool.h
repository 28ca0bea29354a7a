#pragma once
// A fixed number of threads and a bounded queue in front of them.

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "absl/status/status.h"

namespace retarget {

struct PoolStats {
  int threads = 0;
  int running = 0;         // jobs on a thread now
  int queued = 0;          // jobs waiting now
  int queue_capacity = 0;  // most that may wait
  int64_t refused = 0;     // jobs refused since start
};

// Thread-safe. Jobs start in the order they were posted. The destructor runs what is queued, then joins: every posted
// job runs exactly once.
class WorkerPool {
 public:
  using Job = std::function<void()>;

  // `name` appears in messages ("bake queue"). threads >= 1, queue_capacity >= 1.
  WorkerPool(std::string name, int threads, int queue_capacity);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  // Never blocks. kResourceExhausted when as many jobs wait as may; the job is then dropped without having run.
  // A job that finds an idle thread does not count as waiting.
  absl::Status Post(Job job);

  PoolStats stats() const;

 private:
  void Work();

  const std::string name_;
  const int queue_capacity_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Job> queue_;
  int running_ = 0;
  int64_t refused_ = 0;
  bool stopping_ = false;
  std::vector<std::thread> threads_;  // last: starts when all above is ready
};

}  // namespace retarget
