#pragma once
// Says on standard error that long work goes on.

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "client/ctl/common/console.h"

namespace retarget::ctl {

// From its second second on, prints "<what> (<seconds> s)" once a second while it lives. Silent where the console shows
// no progress. Update is thread-safe.
class Progress {
 public:
  Progress(const Console& console, std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  // Another text from now on, e.g. "fetching 3.0 MiB of 12.1 MiB".
  void Update(std::string what);

 private:
  void Tick();

  std::mutex mutex_;
  std::condition_variable done_signal_;
  std::string what_;  // guarded by mutex_, as the two below
  bool done_ = false, printed_ = false;
  const bool terminal_;
  const std::chrono::steady_clock::time_point start_;
  std::thread thread_;
};

}  // namespace retarget::ctl
