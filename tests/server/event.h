#pragma once
// Something that happens once, and that threads wait for. On the standard library's locks: the thread sanitizer does
// not see into the system's Abseil.

#include <chrono>
#include <condition_variable>
#include <mutex>

namespace retarget::testing {

class Event {
 public:
  void Notify() {
    std::lock_guard lock(mutex_);
    happened_ = true;
    changed_.notify_all();
  }
  void Wait() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return happened_; });
  }
  // True when it has happened.
  bool WaitFor(std::chrono::milliseconds most) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, most, [this] { return happened_; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  bool happened_ = false;
};

}  // namespace retarget::testing
