#include "server/bake_pipeline.h"

#include <thread>

#include "cache/rocks_store.h"
#include "core/clip/codecs.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/server/event.h"
#include "tests/server/sample_request.h"
#include "tests/support/process.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::StatusIs;
using ::retarget::testing::TempDir;
using ::testing::AllOf;
using ::testing::HasSubstr;

// One answer that arrives some time.
struct Pending {
  testing::Event arrived;
  absl::StatusOr<BakeAnswer> answer = absl::UnknownError("never answered");
  std::shared_ptr<BakeCall> call;

  const absl::StatusOr<BakeAnswer>& Wait() {
    arrived.Wait();
    return answer;
  }
};

// A bake that waits to be let go, or for its callers to leave.
struct Gate {
  testing::Event started, open;
  std::atomic<int> runs = 0;

  BakeRun Run() {
    return [this](const BakeInputs& inputs, const std::atomic<bool>& abandoned) {
      if (runs++ == 0) started.Notify();
      while (!abandoned && !open.WaitFor(std::chrono::milliseconds(1))) {
      }
      return RunBakeJob(inputs, abandoned);
    };
  }
};

class BakePipelineTest : public ::testing::Test {
 protected:
  void SetUp() override { OpenStore(); }

  void OpenStore() {
    store_.reset();
    RocksStoreOptions options;
    options.folder = folder_.File("store");
    ASSERT_OK_AND_ASSIGN(store_, RocksStore::Open(options));
  }

  std::unique_ptr<BakePipeline> Make(BakeRun run = RunBakeJob, int bake_queue = 8) {
    PipelineOptions options;
    options.bake_threads = 1;
    options.bake_queue = bake_queue;
    options.run = std::move(run);
    return std::make_unique<BakePipeline>(options, store_.get());
  }

  static std::unique_ptr<Pending> Start(BakePipeline& pipeline, const BakeRequestBytes& request) {
    auto pending = std::make_unique<Pending>();
    pending->call = pipeline.Bake(request, [raw = pending.get()](absl::StatusOr<BakeAnswer> answer) {
      raw->answer = std::move(answer);
      raw->arrived.Notify();
    });
    return pending;
  }

  static BakeRequestBytes RequestOf(std::string_view clip_name) {
    BakeRequestBytes request;
    request.clip.data = HeroGlb();
    request.clip.clip_name = clip_name;
    request.target.data = ImpGlb();
    return request;
  }

  const TempDir folder_;
  std::unique_ptr<RocksStore> store_;
};

TEST_F(BakePipelineTest, BakesOnceThenHitsInMemoryThenOnDisk) {
  std::string bytes;
  {
    auto pipeline = Make();
    auto first = Start(*pipeline, RequestOf("Walk"));
    ASSERT_OK(first->Wait());
    EXPECT_EQ(first->answer->origin, BakeOrigin::kBaked);
    bytes = *first->answer->zanim;
    EXPECT_EQ(first->answer->digest, Sha256Of(bytes));
    ASSERT_OK_AND_ASSIGN(const Clip clip, DecodeZanim(bytes));
    EXPECT_EQ(clip.name, "Walk");
    EXPECT_EQ(clip.bone_names, first->answer->inputs->target.bone_names());
    auto again = Start(*pipeline, RequestOf("Walk"));
    ASSERT_OK(again->Wait());
    EXPECT_EQ(again->answer->origin, BakeOrigin::kHot);
    EXPECT_EQ(*again->answer->zanim, bytes);
    EXPECT_EQ(again->answer->report_json, first->answer->report_json);
    EXPECT_EQ(pipeline->stats().runs, 1);
  }
  OpenStore();
  auto pipeline = Make();
  auto restarted = Start(*pipeline, RequestOf("Walk"));
  ASSERT_OK(restarted->Wait());
  EXPECT_EQ(restarted->answer->origin, BakeOrigin::kDisk);
  EXPECT_EQ(*restarted->answer->zanim, bytes);
  EXPECT_EQ(pipeline->stats().runs, 0);
}

TEST_F(BakePipelineTest, KeepsReportAndPlanBesideTheBake) {
  auto pipeline = Make();
  auto pending = Start(*pipeline, RequestOf("Walk"));
  ASSERT_OK(pending->Wait());
  const BakeKey key = *pending->answer->inputs->key;
  ASSERT_OK_AND_ASSIGN(const StoredAux report, store_->GetAux(key, kReportAux));
  EXPECT_EQ(report.bytes, pending->answer->report_json);
  ASSERT_OK_AND_ASSIGN(const StoredAux plan, store_->GetAux(key, kPlanAux));
  EXPECT_THAT(plan.bytes, HasSubstr("leftforearm"));
}

TEST_F(BakePipelineTest, EveryOptionHasItsOwnKey) {
  auto pipeline = Make();
  std::vector<BakeRequestBytes> requests(5, RequestOf("Walk"));
  requests[1].options.clip_name = "other";
  requests[2].options.feet = FootReference::kCarried;
  requests[3].options.symmetrize = true;
  requests[4].options.sample_rate_hz = 10;
  std::set<std::string> keys;
  for (const BakeRequestBytes& request : requests) {
    auto pending = Start(*pipeline, request);
    ASSERT_OK(pending->Wait());
    EXPECT_EQ(pending->answer->origin, BakeOrigin::kBaked);
    keys.insert(pending->answer->inputs->key->Text());
  }
  EXPECT_EQ(keys.size(), requests.size());
}

TEST_F(BakePipelineTest, CallersOfOneKeyShareOneBake) {
  Gate gate;
  auto pipeline = Make(gate.Run());
  std::vector<std::unique_ptr<Pending>> pending;
  for (int i = 0; i < 8; ++i) pending.push_back(Start(*pipeline, RequestOf("Walk")));
  gate.started.Wait();
  gate.open.Notify();
  std::map<BakeOrigin, int> origins;
  for (auto& one : pending) {
    ASSERT_OK(one->Wait());
    ++origins[one->answer->origin];
  }
  EXPECT_EQ(gate.runs, 1);
  EXPECT_EQ(origins[BakeOrigin::kBaked], 1);
  // Whoever came after the landing found it in the store.
  EXPECT_EQ(origins[BakeOrigin::kJoined] + origins[BakeOrigin::kHot], 7);
}

TEST_F(BakePipelineTest, StopsABakeNobodyWaitsFor) {
  Gate gate;
  auto pipeline = Make(gate.Run());
  auto pending = Start(*pipeline, RequestOf("Walk"));
  gate.started.Wait();
  pending->call->Cancel();
  EXPECT_THAT(pending->Wait(), StatusIs(absl::StatusCode::kCancelled, HasSubstr("caller left")));
  pending->call->Cancel();  // harmless
  // The gate never opened: only the caller's leaving lets the bake thread go on to this one.
  gate.open.Notify();
  auto next = Start(*pipeline, RequestOf("Wave"));
  ASSERT_OK(next->Wait());
  EXPECT_THAT(store_->Get(*next->answer->inputs->key), testing::IsOk());
  ASSERT_OK_AND_ASSIGN(const StoreStats stats, store_->Stats());
  EXPECT_EQ(stats.bakes, 1u) << "the cancelled bake was stored";
}

TEST_F(BakePipelineTest, OneCallerLeavingDoesNotStopTheBakeOfAnother) {
  Gate gate;
  auto pipeline = Make(gate.Run());
  auto first = Start(*pipeline, RequestOf("Walk"));
  gate.started.Wait();
  auto second = Start(*pipeline, RequestOf("Walk"));
  while (pipeline->io_pool_stats().running + pipeline->io_pool_stats().queued > 0) std::this_thread::yield();
  first->call->Cancel();
  EXPECT_THAT(first->Wait(), StatusIs(absl::StatusCode::kCancelled, HasSubstr("caller left")));
  gate.open.Notify();
  ASSERT_OK(second->Wait());
  EXPECT_EQ(second->answer->origin, BakeOrigin::kJoined);
  EXPECT_EQ(gate.runs, 1);
}

TEST_F(BakePipelineTest, FullQueueRefusesAndHitsStillAnswer) {
  {
    auto warm = Make();
    ASSERT_OK(Start(*warm, RequestOf("Wave"))->Wait());
  }
  Gate gate;
  auto pipeline = Make(gate.Run(), /*bake_queue=*/1);
  BakeRequestBytes requests[3] = {RequestOf("Walk"), RequestOf("Walk"), RequestOf("Walk")};
  for (int i = 0; i < 3; ++i) requests[i].options.clip_name = "clip" + std::to_string(i);
  auto running = Start(*pipeline, requests[0]);
  gate.started.Wait();
  auto waiting = Start(*pipeline, requests[1]);
  while (pipeline->bake_pool_stats().queued < 1) std::this_thread::yield();
  auto refused = Start(*pipeline, requests[2]);
  EXPECT_THAT(refused->Wait(), StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("bake queue is full")));
  auto hit = Start(*pipeline, RequestOf("Wave"));
  ASSERT_OK(hit->Wait());
  EXPECT_EQ(hit->answer->origin, BakeOrigin::kHot);
  gate.open.Notify();
  ASSERT_OK(running->Wait());
  ASSERT_OK(waiting->Wait());
  EXPECT_EQ(pipeline->bake_pool_stats().refused, 1);
}

TEST_F(BakePipelineTest, AClearDuringABakeAnswersButDoesNotStore) {
  Gate gate;
  auto pipeline = Make(gate.Run());
  auto pending = Start(*pipeline, RequestOf("Walk"));
  gate.started.Wait();
  ASSERT_OK(store_->Clear(ClearEverything{}, false));
  gate.open.Notify();
  ASSERT_OK(pending->Wait());
  EXPECT_THAT(store_->Get(*pending->answer->inputs->key), StatusIs(absl::StatusCode::kNotFound, HasSubstr("")));
}

TEST_F(BakePipelineTest, AStoreFailureCostsARecomputeNotAnAnswer) {
  auto pipeline = Make();
  ASSERT_OK(store_->Close());
  for (int i = 1; i <= 2; ++i) {
    auto pending = Start(*pipeline, RequestOf("Walk"));
    ASSERT_OK(pending->Wait());
    EXPECT_EQ(pending->answer->origin, BakeOrigin::kBaked);
    EXPECT_EQ(pipeline->stats().runs, i);
  }
}

TEST_F(BakePipelineTest, AFailedBakeFailsAllItsCallersAndIsTriedAgain) {
  std::atomic<int> runs = 0;
  auto pipeline = Make([&](const BakeInputs& inputs, const std::atomic<bool>& abandoned) -> absl::StatusOr<BakeResult> {
    if (runs++ == 0) return absl::InternalError("audit failed");
    return RunBakeJob(inputs, abandoned);
  });
  EXPECT_THAT(Start(*pipeline, RequestOf("Walk"))->Wait(), StatusIs(absl::StatusCode::kInternal, HasSubstr("audit")));
  EXPECT_OK(Start(*pipeline, RequestOf("Walk"))->Wait());
  EXPECT_EQ(pipeline->stats().failed, 1);
}

TEST_F(BakePipelineTest, AnExceptionFailsOneCallAlone) {
  auto pipeline =
      Make([](const BakeInputs&, const std::atomic<bool>&) -> absl::StatusOr<BakeResult> { throw std::bad_alloc(); });
  EXPECT_THAT(Start(*pipeline, RequestOf("Walk"))->Wait(),
              StatusIs(absl::StatusCode::kResourceExhausted, HasSubstr("memory")));
}

TEST_F(BakePipelineTest, ReportsTheProblemsOfBothFilesAtOnce) {
  auto pipeline = Make();
  BakeRequestBytes request = RequestOf("Walk");
  request.clip.data = "nonsense";
  request.target.data = "{\"more\": \"nonsense\"}";
  EXPECT_THAT(Start(*pipeline, request)->Wait(), StatusIs(absl::StatusCode::kInvalidArgument,
                                                          AllOf(HasSubstr("clip.data: "), HasSubstr("target.data: "))));
}

TEST_F(BakePipelineTest, ReadsAnAnimationComposite) {
  auto pipeline = Make();
  const SampleParts parts = HeroParts();
  BakeRequestBytes request;
  request.clip.parts = {parts.data_zanim, parts.rig_zmsh, parts.humanoid_profile};
  request.target.data = ImpGlb();
  auto pending = Start(*pipeline, request);
  ASSERT_OK(pending->Wait());
  EXPECT_EQ(pending->answer->inputs->clip->name, "Walk");
  // Without its rig the same clip needs one.
  request.clip.parts = {parts.data_zanim, "", ""};
  EXPECT_THAT(Start(*pipeline, request)->Wait(), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("rig")));
  request.clip.source_rig = RigBytes{parts.rig_zmsh, ""};
  EXPECT_OK(Start(*pipeline, request)->Wait());
}

}  // namespace
}  // namespace retarget
