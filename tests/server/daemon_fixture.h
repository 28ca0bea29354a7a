#pragma once
// A real daemon inside the test: real sockets, real store, in a folder of its own.

#include <memory>
#include <string>

#include "gmock/gmock.h"
#include "grpcpp/channel.h"
#include "gtest/gtest.h"
#include "retarget/v1/admin.grpc.pb.h"
#include "retarget/v1/error.pb.h"
#include "retarget/v1/retarget.grpc.pb.h"
#include "server/daemon.h"
#include "tests/support/process.h"

namespace retarget {

class DaemonTest : public ::testing::Test {
 protected:
  // A unix socket and the data folder in `folder_`; everything else is default.
  Config BaseConfig() const;
  // Starts the daemon and connects to it.
  void StartDaemon(const Config& config, BakeRun run = RunBakeJob);
  void StartDaemon() { StartDaemon(BaseConfig()); }

  // Calls by the name of the RPC; each waits for the answer.
  grpc::Status Bake(const v1::BakeRequest& request, v1::BakeResponse& response) const;
  // Fetches a range and checks offsets and chunk sizes on the way.
  grpc::Status Fetch(const v1::FetchBakeRequest& request, std::string& bytes) const;
  v1::GetStatsResponse Stats() const;
  // Fails the test when the daemon does not answer, or anything at all is stored.
  void ExpectUpWithNothingStored() const;

  const testing::TempDir folder_;
  std::unique_ptr<Daemon> daemon_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<v1::RetargetService::Stub> retarget_;
  std::unique_ptr<v1::AdminService::Stub> admin_;
};

// Walk of the sample hero onto the sample imp.
v1::BakeRequest SampleBake();

// Two minutes of motion at 120 keys a second: several MiB, and long enough that a signal arrives while it bakes.
v1::BakeRequest LongBake();

// A channel that takes messages of any size.
std::shared_ptr<grpc::Channel> ConnectTo(const std::string& address);

v1::ErrorDetail DetailOf(const grpc::Status& status);

// EXPECT_THAT(status, WireStatusIs(grpc::StatusCode::NOT_FOUND, HasSubstr("Walk")));
MATCHER_P2(WireStatusIs, code, message, "") {
  *result_listener << "code " << arg.error_code() << ": " << arg.error_message();
  return ::testing::ExplainMatchResult(code, arg.error_code(), result_listener) &&
         ::testing::ExplainMatchResult(message, arg.error_message(), result_listener);
}
MATCHER(WireOk, "is OK") {
  *result_listener << "code " << arg.error_code() << ": " << arg.error_message();
  return arg.ok();
}

}  // namespace retarget
