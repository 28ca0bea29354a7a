// What happens when calls meet: sharing, leaving, refusing, draining. Bakes are held at a gate, so nothing depends on
// timing.

#include <atomic>
#include <map>
#include <thread>

#include "gmock/gmock.h"
#include "tests/server/daemon_fixture.h"
#include "tests/server/event.h"
#include "tests/server/raw_call.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::testing::HasSubstr;

constexpr char kHealthCheck[] = "/grpc.health.v1.Health/Check";
// grpc.health.v1.HealthCheckResponse, serialised.
constexpr char kServing[] = "\x08\x01";

class FlowTest : public DaemonTest {
 protected:
  // Bakes wait here until the gate opens or all their callers have left.
  BakeRun Gated() {
    return [this](const BakeInputs& inputs, const std::atomic<bool>& abandoned) {
      if (runs_++ == 0) started_.Notify();
      while (!abandoned && !open_.WaitFor(std::chrono::milliseconds(1))) {
      }
      return RunBakeJob(inputs, abandoned);
    };
  }

  // A sample bake of its own key.
  static v1::BakeRequest BakeNamed(const std::string& clip_name) {
    v1::BakeRequest request = SampleBake();
    request.mutable_options()->set_clip_name(clip_name);
    return request;
  }

  void WaitForStats(const std::function<bool(const v1::GetStatsResponse&)>& reached) const {
    while (!reached(Stats())) std::this_thread::yield();
  }

  grpc::Status StatsStatus() const {
    grpc::ClientContext context;
    v1::GetStatsResponse response;
    return admin_->GetStats(&context, {}, &response);
  }

  testing::Event started_, open_;
  std::atomic<int> runs_ = 0;
};

TEST_F(FlowTest, ManyCallersOfOneColdKeyShareOneBake) {
  StartDaemon(BaseConfig(), Gated());
  constexpr int kCallers = 12;
  std::vector<v1::BakeResponse> responses(kCallers);
  std::vector<std::thread> callers;
  for (v1::BakeResponse& response : responses) {
    callers.emplace_back([&] { EXPECT_THAT(Bake(SampleBake(), response), WireOk()); });
  }
  started_.Wait();
  open_.Notify();
  for (std::thread& caller : callers) caller.join();
  std::map<v1::BakeOrigin, int> origins;
  for (const v1::BakeResponse& response : responses) {
    ++origins[response.origin()];
    EXPECT_EQ(response.zanim(), responses[0].zanim());
  }
  EXPECT_EQ(runs_, 1);
  EXPECT_EQ(Stats().bakes().run_count(), 1);
  EXPECT_EQ(origins[v1::BAKE_ORIGIN_BAKED], 1);
}

TEST_F(FlowTest, CancellingACallStopsItsBake) {
  StartDaemon(BaseConfig(), Gated());
  grpc::ClientContext context;
  v1::BakeResponse response;
  grpc::Status status;
  std::thread caller([&] { status = retarget_->Bake(&context, SampleBake(), &response); });
  started_.Wait();
  context.TryCancel();
  caller.join();
  EXPECT_THAT(status, WireStatusIs(grpc::StatusCode::CANCELLED, HasSubstr("")));
  // The gate stays shut: only the caller's leaving frees the one bake thread.
  WaitForStats([](const auto& stats) { return stats.bake_pool().running_count() == 0; });
  EXPECT_EQ(Stats().store().bake_count(), 0);
  EXPECT_EQ(Stats().bakes().failed_count(), 1);
}

TEST_F(FlowTest, APassedDeadlineStopsTheBake) {
  StartDaemon(BaseConfig(), Gated());
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + std::chrono::milliseconds(1500));
  v1::BakeResponse response;
  EXPECT_THAT(retarget_->Bake(&context, SampleBake(), &response),
              WireStatusIs(grpc::StatusCode::DEADLINE_EXCEEDED, HasSubstr("")));
  WaitForStats([](const auto& stats) { return stats.bake_pool().running_count() == 0; });
  EXPECT_EQ(Stats().store().bake_count(), 0);
}

TEST_F(FlowTest, AFullQueueRefusesWithARetryDelayAndOtherCallsGoOn) {
  Config config = BaseConfig();
  config.bake_queue = 1;
  config.retry_delay_ms = 2500;
  StartDaemon(config, Gated());
  v1::BakeResponse r1, r2, r3;
  std::thread running([&] { EXPECT_THAT(Bake(BakeNamed("running"), r1), WireOk()); });
  started_.Wait();
  std::thread waiting([&] { EXPECT_THAT(Bake(BakeNamed("waiting"), r2), WireOk()); });
  WaitForStats([](const auto& stats) { return stats.bake_pool().queued_count() == 1; });
  const grpc::Status refused = Bake(BakeNamed("refused"), r3);
  EXPECT_THAT(refused, WireStatusIs(grpc::StatusCode::RESOURCE_EXHAUSTED, HasSubstr("bake queue is full")));
  const v1::ErrorDetail detail = DetailOf(refused);
  EXPECT_EQ(detail.retry_delay().seconds(), 2);
  EXPECT_EQ(detail.retry_delay().nanos(), 500'000'000);
  v1::PlanRequest plan;
  *plan.mutable_clip() = SampleBake().clip();
  *plan.mutable_target() = SampleBake().target();
  grpc::ClientContext context;
  v1::PlanResponse planned;
  EXPECT_THAT(retarget_->Plan(&context, plan, &planned), WireOk());
  open_.Notify();
  running.join();
  waiting.join();
  EXPECT_EQ(Stats().bake_pool().refused_count(), 1);
  EXPECT_THAT(Bake(BakeNamed("refused"), r3), WireOk());
}

TEST_F(FlowTest, DrainFinishesCallsInFlightAndRefusesNewOnes) {
  StartDaemon(BaseConfig(), Gated());
  ASSERT_EQ(RawCall(channel_, kHealthCheck, ""), kServing);
  v1::BakeResponse response, late;
  std::thread caller([&] { EXPECT_THAT(Bake(SampleBake(), response), WireOk()); });
  started_.Wait();
  std::thread drain([&] { daemon_->Drain(); });
  while (StatsStatus().ok()) std::this_thread::yield();
  EXPECT_THAT(StatsStatus(), WireStatusIs(grpc::StatusCode::UNAVAILABLE, HasSubstr("")));
  EXPECT_THAT(Bake(BakeNamed("late"), late), WireStatusIs(grpc::StatusCode::UNAVAILABLE, HasSubstr("")));
  open_.Notify();
  caller.join();
  drain.join();
  EXPECT_FALSE(response.zanim().empty());
  daemon_.reset();
  // What was baked while draining is kept.
  StartDaemon();
  v1::BakeResponse again;
  ASSERT_THAT(Bake(SampleBake(), again), WireOk());
  EXPECT_EQ(again.origin(), v1::BAKE_ORIGIN_DISK);
  EXPECT_EQ(again.zanim(), response.zanim());
}

TEST_F(FlowTest, DrainCancelsWhatIsLeftAtItsDeadline) {
  Config config = BaseConfig();
  config.drain_deadline_s = 0;
  StartDaemon(config, Gated());
  v1::BakeResponse response;
  grpc::Status status;
  std::thread caller([&] { status = Bake(SampleBake(), response); });
  started_.Wait();
  daemon_->Drain();  // the gate stays shut
  caller.join();
  EXPECT_FALSE(status.ok());
  daemon_.reset();
}

TEST_F(FlowTest, HealthAndReflectionAreServed) {
  StartDaemon();
  EXPECT_EQ(RawCall(channel_, kHealthCheck, ""), kServing);
  // grpc.reflection.v1alpha.ServerReflectionRequest{list_services: "*"}, serialised.
  const std::string services =
      RawCall(channel_, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo", "\x3a\x01*");
  EXPECT_THAT(services, HasSubstr("retarget.v1.RetargetService"));
  EXPECT_THAT(services, HasSubstr("retarget.v1.AdminService"));
}

TEST_F(FlowTest, TwoAddressesServeOneStore) {
  Config config = BaseConfig();
  config.listen.push_back("127.0.0.1:0");
  StartDaemon(config);
  ASSERT_EQ(daemon_->addresses().size(), 2u);
  const auto tcp = v1::RetargetService::NewStub(ConnectTo(daemon_->addresses()[1]));
  grpc::ClientContext context;
  v1::BakeResponse baked, again;
  ASSERT_THAT(tcp->Bake(&context, SampleBake(), &baked), WireOk());
  ASSERT_THAT(Bake(SampleBake(), again), WireOk());
  EXPECT_EQ(again.origin(), v1::BAKE_ORIGIN_HOT);
}

}  // namespace
}  // namespace retarget
