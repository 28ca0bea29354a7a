#include "client/ctl/common/progress.h"

#include <unistd.h>

#include <cstdio>

namespace retarget::ctl {
namespace {

constexpr std::chrono::seconds kEvery{1};
// Returns to the start of a terminal's line and empties it.
constexpr char kSameLine[] = "\r\033[K";

}  // namespace

Progress::Progress(const Console& console, std::string what)
    : what_(std::move(what)), terminal_(isatty(STDERR_FILENO) != 0), start_(std::chrono::steady_clock::now()) {
  if (console.ShowsProgress()) thread_ = std::thread([this] { Tick(); });
}

Progress::~Progress() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    done_ = true;
  }
  done_signal_.notify_all();
  if (thread_.joinable()) thread_.join();
  if (printed_ && terminal_) std::fputs(kSameLine, stderr);
}

void Progress::Update(std::string what) {
  const std::lock_guard<std::mutex> lock(mutex_);
  what_ = std::move(what);
}

void Progress::Tick() {
  std::unique_lock<std::mutex> lock(mutex_);
  while (!done_signal_.wait_for(lock, kEvery, [this] { return done_; })) {
    const auto seconds =
        std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start_).count();
    std::fprintf(stderr, "%s%s (%lld s)%s", terminal_ ? kSameLine : "", what_.c_str(), static_cast<long long>(seconds),
                 terminal_ ? "" : "\n");
    std::fflush(stderr);
    printed_ = true;
  }
}

}  // namespace retarget::ctl
