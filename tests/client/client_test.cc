#include "client/client.h"

#include "client/bake_request.h"
#include "core/base/cat.h"
#include "core/base/digest.h"
#include "gmock/gmock.h"
#include "tests/client/fake_daemon.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using std::chrono::milliseconds;
using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::Exhausted;
using testing::FakeDaemon;
using ::testing::HasSubstr;
using testing::StatusIs;

const grpc::Status kUnavailable(grpc::StatusCode::UNAVAILABLE, "stopping");

class ClientTest : public ::testing::Test {
 protected:
  std::unique_ptr<Client> Open(milliseconds deadline = milliseconds(20'000)) {
    ClientOptions options;
    options.address = daemon_.address();
    options.deadline = deadline;
    options.retry.sleep = [this](milliseconds delay) { waits_.push_back(delay); };
    return *Client::Create(options);
  }

  FakeDaemon daemon_;
  std::vector<milliseconds> waits_;  // what the client slept between tries
};

TEST_F(ClientTest, BakeReturnsTheInlineBytes) {
  v1::BakeRequest request;
  request.mutable_clip()->set_data("clip");
  ASSERT_OK_AND_ASSIGN(const v1::BakeResponse response, Open()->Bake(request));
  EXPECT_EQ(response.zanim(), daemon_.zanim);
  EXPECT_EQ(daemon_.last_bake.clip().data(), "clip");
  EXPECT_EQ(daemon_.calls, 1);
}

TEST_F(ClientTest, BakeFetchesLargeResultsAndKeepsTheRoute) {
  daemon_.inline_bytes = false;
  v1::BakeRequest request;
  request.mutable_clip()->set_data("clip");
  request.mutable_target()->set_data("rig");
  std::vector<int64_t> received;
  ASSERT_OK_AND_ASSIGN(const v1::BakeResponse response,
                       Open()->Bake(request, [&](int64_t bytes, int64_t) { received.push_back(bytes); }));
  EXPECT_EQ(response.zanim(), daemon_.zanim);
  EXPECT_THAT(received, ElementsAre(4, 8, 11));
  const std::string route = RoutingKey(request.clip(), request.target());
  EXPECT_THAT(daemon_.routes, ElementsAre(route, route));
}

TEST_F(ClientTest, BakeWithoutBytesFetchesNothing) {
  daemon_.inline_bytes = false;
  v1::BakeRequest request;
  request.set_omit_bytes(true);
  ASSERT_OK_AND_ASSIGN(const v1::BakeResponse response, Open()->Bake(request));
  EXPECT_EQ(response.zanim(), "");
  EXPECT_EQ(daemon_.calls, 1);
}

TEST_F(ClientTest, FetchIsRoutedByTheBaseKey) {
  ASSERT_OK_AND_ASSIGN(const std::string bytes, Open()->FetchBake("clip.rig.rel.options"));
  EXPECT_EQ(bytes, daemon_.zanim);
  EXPECT_THAT(daemon_.routes, ElementsAre("clip.rig"));
}

TEST_F(ClientTest, FetchTakesABrokenStreamUpWhereItEnded) {
  daemon_.break_stream_after = 8;
  ASSERT_OK_AND_ASSIGN(const std::string bytes, Open()->FetchBake("clip.rig.rel"));
  EXPECT_EQ(bytes, daemon_.zanim);
  EXPECT_THAT(daemon_.fetch_offsets, ElementsAre(0, 8));
}

TEST_F(ClientTest, RefusesBytesThatDoNotMatchTheirDigest) {
  daemon_.digest = Sha256Of("other bytes").Hex();
  EXPECT_THAT(Open()->Bake({}), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("expected " + daemon_.digest)));
  EXPECT_THAT(Open()->FetchBake("clip.rig.rel"), StatusIs(absl::StatusCode::kDataLoss, HasSubstr("clip.rig.rel")));
}

TEST_F(ClientTest, RepeatsWhileTheDaemonIsUnavailableOrBusy) {
  daemon_.failures = {kUnavailable, Exhausted(1500)};
  ASSERT_OK(Open()->Bake({}));
  EXPECT_EQ(daemon_.calls, 3);
  ASSERT_EQ(waits_.size(), 2u);
  EXPECT_GE(waits_[0], milliseconds(100));
  EXPECT_GE(waits_[1], milliseconds(1500));
}

TEST_F(ClientTest, GivesUpAfterTheLastAttempt) {
  daemon_.failures = {kUnavailable, kUnavailable, kUnavailable, kUnavailable, kUnavailable};
  EXPECT_THAT(Open()->Bake({}),
              StatusIs(absl::StatusCode::kUnavailable, AllOf(HasSubstr(daemon_.address()), HasSubstr("stopping"))));
  EXPECT_EQ(daemon_.calls, 4);
}

TEST_F(ClientTest, DoesNotWaitBeyondTheDeadline) {
  daemon_.failures = {Exhausted(30'000)};
  EXPECT_THAT(Open(milliseconds(10'000))->Bake({}),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("queue is full")));
  EXPECT_THAT(waits_, ElementsAre());
}

TEST_F(ClientTest, PassesOnFinalFailuresAtOnce) {
  daemon_.failures = {{grpc::StatusCode::FAILED_PRECONDITION, "target: not a humanoid: no leftarm"}};
  EXPECT_THAT(Open()->Bake({}),
              StatusIs(absl::StatusCode::kFailedPrecondition, HasSubstr("target: not a humanoid: no leftarm")));
  EXPECT_EQ(daemon_.calls, 1);
}

TEST(Client, NamesTheAddressWhereNobodyListens) {
  ClientOptions options;
  options.address = "unix:/nonexistent/retargetd.sock";
  options.retry.sleep = [](milliseconds) {};
  ASSERT_OK_AND_ASSIGN(const std::unique_ptr<Client> client, Client::Create(options));
  EXPECT_THAT(client->GetStats(), StatusIs(absl::StatusCode::kUnavailable, HasSubstr(options.address)));
}

TEST(Client, RefusesWhatIsNoAddress) {
  for (const char* address : {"", "localhost", ":7411", "localhost:"}) {
    ClientOptions options;
    options.address = address;
    EXPECT_THAT(Client::Create(options), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("host:port")));
  }
}

TEST(RoutingKey, DependsOnEveryInputAndOnNothingElse) {
  v1::ClipSource clip;
  clip.set_data("clip");
  v1::RigSource target;
  target.set_data("rig");
  const std::string key = RoutingKey(clip, target);
  EXPECT_EQ(key.size(), 64u);
  EXPECT_EQ(RoutingKey(clip, target), key);
  v1::ClipSource other_clip = clip;
  other_clip.mutable_source_rig()->set_data("rig");
  EXPECT_NE(RoutingKey(other_clip, target), key);
  v1::RigSource other_target = target;
  other_target.set_profile_yaml("roles:");
  EXPECT_NE(RoutingKey(clip, other_target), key);
}

}  // namespace
}  // namespace retarget
