#include "server/worker_pool.h"

#include <cassert>
#include <utility>

#include "core/base/cat.h"

namespace retarget {

WorkerPool::WorkerPool(std::string name, int threads, int queue_capacity)
    : name_(std::move(name)), queue_capacity_(queue_capacity) {
  assert(threads >= 1 && queue_capacity >= 1);
  threads_.reserve(threads);
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

WorkerPool::~WorkerPool() {
  {
    std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (std::thread& thread : threads_) thread.join();
}

absl::Status WorkerPool::Post(Job job) {
  {
    std::lock_guard lock(mutex_);
    const int idle = static_cast<int>(threads_.size()) - running_;
    if (static_cast<int>(queue_.size()) >= queue_capacity_ + idle) {
      ++refused_;
      return absl::ResourceExhaustedError(Cat("the ", name_, " queue is full (", queue_capacity_, " waiting)"));
    }
    queue_.push_back(std::move(job));
  }
  wake_.notify_one();
  return absl::OkStatus();
}

PoolStats WorkerPool::stats() const {
  std::lock_guard lock(mutex_);
  return {.threads = static_cast<int>(threads_.size()),
          .running = running_,
          .queued = static_cast<int>(queue_.size()),
          .queue_capacity = queue_capacity_,
          .refused = refused_};
}

void WorkerPool::Work() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || !queue_.empty(); });
    if (queue_.empty()) return;  // stopping, and nothing is left
    Job job = std::move(queue_.front());
    queue_.pop_front();
    ++running_;
    lock.unlock();
    job();
    job = nullptr;  // its captures go before it counts as done
    lock.lock();
    --running_;
  }
}

}  // namespace retarget
