#pragma once
// One log line per finished call.

#include <chrono>
#include <string>
#include <string_view>

#include "absl/status/status.h"

namespace retarget {

// Writes `event=call rpc=NAME code=CODE ms=N ...` at the end of one call. A value type; create it where the call
// begins.
class CallLog {
 public:
  explicit CallLog(std::string_view rpc) : rpc_(rpc), start_(std::chrono::steady_clock::now()) {}
  // `fields`: further `key=value` pairs, or empty. Failures that are not the caller's are warnings.
  void Finish(const absl::Status& status, std::string_view fields = {}) const;

 private:
  std::string_view rpc_;  // a literal
  std::chrono::steady_clock::time_point start_;
};

}  // namespace retarget
