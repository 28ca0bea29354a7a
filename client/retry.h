#pragma once
// When a failed call is worth repeating, and after how long.

#include <chrono>
#include <functional>
#include <optional>

#include "grpcpp/support/status.h"

namespace retarget {

struct RetryOptions {
  // Tries in all, the first included; >= 1.
  int most_attempts = 4;
  // Wait before the second try; doubles with every further one, up to the longest. A delay the daemon asks for is
  // honoured where it is longer.
  std::chrono::milliseconds first_delay{100}, longest_delay{5000};
  // Waits. Tests put a clock of their own here.
  std::function<void(std::chrono::milliseconds)> sleep;
};

// The wait before the next try of a call that failed as `status` on try number `attempt` (1 = first). Absent where the
// failure is final: every code but UNAVAILABLE and RESOURCE_EXHAUSTED, the latter without a delay in its ErrorDetail (a
// request over the size limit stays too large), or no tries left. `jitter` in [0, 1) lengthens the wait by up to a
// quarter, so that clients refused together do not return together.
std::optional<std::chrono::milliseconds> DelayBeforeRetry(const grpc::Status& status, int attempt,
                                                          const RetryOptions& options, double jitter);

}  // namespace retarget
