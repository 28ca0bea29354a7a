#include "client/retry.h"

#include "gmock/gmock.h"
#include "tests/client/fake_daemon.h"

namespace retarget {
namespace {

using std::chrono::milliseconds;
using ::testing::Optional;

const grpc::Status kUnavailable(grpc::StatusCode::UNAVAILABLE, "stopping");

TEST(DelayBeforeRetry, DoublesUpToTheLongest) {
  const RetryOptions options{
      .most_attempts = 10, .first_delay = milliseconds(100), .longest_delay = milliseconds(350), .sleep = {}};
  EXPECT_THAT(DelayBeforeRetry(kUnavailable, 1, options, 0.0), Optional(milliseconds(100)));
  EXPECT_THAT(DelayBeforeRetry(kUnavailable, 2, options, 0.0), Optional(milliseconds(200)));
  EXPECT_THAT(DelayBeforeRetry(kUnavailable, 3, options, 0.0), Optional(milliseconds(350)));
  EXPECT_THAT(DelayBeforeRetry(kUnavailable, 9, options, 0.0), Optional(milliseconds(350)));
}

TEST(DelayBeforeRetry, JitterLengthensByUpToAQuarter) {
  EXPECT_THAT(DelayBeforeRetry(kUnavailable, 1, {}, 0.99), Optional(milliseconds(124)));
}

TEST(DelayBeforeRetry, StopsAfterTheLastAttempt) {
  EXPECT_EQ(DelayBeforeRetry(kUnavailable, 4, {}, 0.0), std::nullopt);
}

TEST(DelayBeforeRetry, HonoursTheDelayOfTheDaemon) {
  EXPECT_THAT(DelayBeforeRetry(testing::Exhausted(1500), 1, {}, 0.0), Optional(milliseconds(1500)));
  EXPECT_THAT(DelayBeforeRetry(testing::Exhausted(1), 1, {}, 0.0), Optional(milliseconds(100)));
  EXPECT_THAT(DelayBeforeRetry(testing::Exhausted(2'000'000'000), 1, {}, 0.0), Optional(milliseconds(60'000)));
}

TEST(DelayBeforeRetry, GivesUpAtOnceWhereRepeatingDoesNotHelp) {
  EXPECT_EQ(DelayBeforeRetry(testing::Exhausted(-1), 1, {}, 0.0), std::nullopt);  // a request over the size limit
  EXPECT_EQ(DelayBeforeRetry({grpc::StatusCode::INVALID_ARGUMENT, ""}, 1, {}, 0.0), std::nullopt);
  EXPECT_EQ(DelayBeforeRetry({grpc::StatusCode::INTERNAL, ""}, 1, {}, 0.0), std::nullopt);
}

}  // namespace
}  // namespace retarget
