#pragma once
// absl::Status -> what a gRPC caller sees.

#include <chrono>

#include "absl/status/status.h"
#include "grpcpp/support/status.h"

namespace retarget {

// Same code and message, with an ErrorDetail: the problems of ProblemsOf(status), and `retry_delay` for
// kResourceExhausted. Long messages and lists are cut, because a caller's gRPC drops trailers over 8 KiB and with them
// the code.
grpc::Status ToWireStatus(const absl::Status& status, std::chrono::milliseconds retry_delay);

}  // namespace retarget
