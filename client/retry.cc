#include "client/retry.h"

#include <algorithm>

#include "retarget/v1/error.pb.h"

namespace retarget {
namespace {

using std::chrono::milliseconds;

// A daemon that asks for more than this is treated as if it had asked for this much.
constexpr milliseconds kLongestHonouredDelay{60'000};
constexpr double kJitterShare = 0.25;

std::optional<milliseconds> AskedDelay(const grpc::Status& status) {
  v1::ErrorDetail detail;
  if (!detail.ParseFromString(status.error_details()) || !detail.has_retry_delay()) return std::nullopt;
  const google::protobuf::Duration& delay = detail.retry_delay();
  const int64_t longest_s = kLongestHonouredDelay.count() / 1000;
  const milliseconds asked(std::clamp<int64_t>(delay.seconds(), 0, longest_s) * 1000 + delay.nanos() / 1'000'000);
  return std::clamp(asked, milliseconds(0), kLongestHonouredDelay);
}

milliseconds Backoff(int attempt, const RetryOptions& options) {
  milliseconds delay = options.first_delay;
  for (int i = 1; i < attempt && delay < options.longest_delay; ++i) delay *= 2;
  return std::min(delay, options.longest_delay);
}

}  // namespace

std::optional<milliseconds> DelayBeforeRetry(const grpc::Status& status, int attempt, const RetryOptions& options,
                                             double jitter) {
  if (attempt >= options.most_attempts) return std::nullopt;
  const std::optional<milliseconds> asked = AskedDelay(status);
  const bool refused = status.error_code() == grpc::StatusCode::RESOURCE_EXHAUSTED && asked.has_value();
  if (status.error_code() != grpc::StatusCode::UNAVAILABLE && !refused) return std::nullopt;
  const milliseconds delay = std::max(Backoff(attempt, options), asked.value_or(milliseconds(0)));
  return delay + milliseconds(static_cast<int64_t>(static_cast<double>(delay.count()) * kJitterShare * jitter));
}

}  // namespace retarget
