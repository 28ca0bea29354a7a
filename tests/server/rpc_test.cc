// Every RPC on its good path, over a real socket.

#include "core/base/digest.h"
#include "core/base/file_io.h"
#include "core/clip/codecs.h"
#include "core/rig/codecs.h"
#include "core/sample/sample_files.h"
#include "gmock/gmock.h"
#include "server/convert.h"
#include "tests/server/daemon_fixture.h"
#include "tests/server/sample_request.h"
#include "tests/support/corpus.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

class RpcTest : public DaemonTest {
 protected:
  void SetUp() override { StartDaemon(); }

  v1::BakeResponse BakeSample() const {
    v1::BakeResponse response;
    EXPECT_THAT(Bake(SampleBake(), response), WireOk());
    return response;
  }
};

TEST_F(RpcTest, BakeAnswersWithBytesPlanAndReport) {
  const v1::BakeResponse response = BakeSample();
  EXPECT_EQ(response.origin(), v1::BAKE_ORIGIN_BAKED);
  EXPECT_EQ(response.size_bytes(), static_cast<int64_t>(response.zanim().size()));
  EXPECT_EQ(response.digest(), Sha256Of(response.zanim()).Hex());
  EXPECT_THAT(response.bake_key(), HasSubstr(".rel"));
  EXPECT_THAT(response.report_json(), HasSubstr("limb"));
  EXPECT_GE(response.plan().mapped_size(), 15);
  EXPECT_EQ(response.plan().mapped(0).role(), "hips");
  EXPECT_THAT(response.plan().mapped(0).source_bone().name(), StartsWith("mixamorig:"));
  ASSERT_OK_AND_ASSIGN(const Clip clip, DecodeZanim(response.zanim()));
  EXPECT_EQ(clip.name, "Walk");

  const v1::BakeResponse again = BakeSample();
  EXPECT_EQ(again.origin(), v1::BAKE_ORIGIN_HOT);
  EXPECT_EQ(again.zanim(), response.zanim());
  EXPECT_EQ(again.report_json(), response.report_json());
  EXPECT_EQ(again.bake_key(), response.bake_key());
}

TEST_F(RpcTest, BakeTakesOptionsAndLeavesBytesOutOnRequest) {
  v1::BakeRequest request = SampleBake();
  request.set_omit_bytes(true);
  request.mutable_options()->set_clip_name("Renamed");
  request.mutable_options()->set_feet(v1::FOOT_REFERENCE_CARRIED);
  request.mutable_options()->set_symmetrize(true);
  request.mutable_options()->set_sample_rate_hz(24);
  v1::BakeResponse response;
  ASSERT_THAT(Bake(request, response), WireOk());
  EXPECT_TRUE(response.zanim().empty());
  EXPECT_THAT(response.bake_key(), HasSubstr(".abs."));
  v1::FetchBakeRequest fetch;
  fetch.set_bake_key(response.bake_key());
  std::string bytes;
  ASSERT_THAT(Fetch(fetch, bytes), WireOk());
  ASSERT_OK_AND_ASSIGN(const Clip clip, DecodeZanim(bytes));
  EXPECT_EQ(clip.name, "Renamed");
}

TEST_F(RpcTest, FetchStreamsTheBakeOrARange) {
  const v1::BakeResponse baked = BakeSample();
  v1::FetchBakeRequest request;
  request.set_bake_key(baked.bake_key());
  std::string bytes;
  ASSERT_THAT(Fetch(request, bytes), WireOk());
  EXPECT_EQ(bytes, baked.zanim());
  request.set_offset_bytes(10);
  request.set_length_bytes(20);
  ASSERT_THAT(Fetch(request, bytes), WireOk());
  EXPECT_EQ(bytes, baked.zanim().substr(10, 20));
  request.set_length_bytes(int64_t{1} << 60);
  ASSERT_THAT(Fetch(request, bytes), WireOk());
  EXPECT_EQ(bytes, baked.zanim().substr(10));
  request.set_offset_bytes(baked.size_bytes());
  EXPECT_THAT(Fetch(request, bytes), WireStatusIs(grpc::StatusCode::INVALID_ARGUMENT, HasSubstr("offset_bytes")));
  request.set_offset_bytes(-1);
  EXPECT_THAT(Fetch(request, bytes), WireStatusIs(grpc::StatusCode::INVALID_ARGUMENT, HasSubstr("negative")));
}

TEST_F(RpcTest, LargeBakesComeInChunks) {
  v1::BakeResponse baked;
  ASSERT_THAT(Bake(LongBake(), baked), WireOk());
  ASSERT_GT(baked.size_bytes(), static_cast<int64_t>(kMaxInlineBytes)) << "make the clip longer";
  EXPECT_TRUE(baked.zanim().empty());
  v1::FetchBakeRequest fetch;
  fetch.set_bake_key(baked.bake_key());
  std::string bytes;
  ASSERT_THAT(Fetch(fetch, bytes), WireOk());
  EXPECT_EQ(Sha256Of(bytes).Hex(), baked.digest());
}

TEST_F(RpcTest, PlanTellsTheKeyWithoutBaking) {
  v1::PlanRequest request;
  *request.mutable_clip() = SampleBake().clip();
  *request.mutable_target() = SampleBake().target();
  grpc::ClientContext context, again;
  v1::PlanResponse plan;
  ASSERT_THAT(retarget_->Plan(&context, request, &plan), WireOk());
  EXPECT_FALSE(plan.stored());
  EXPECT_THAT(plan.plan_json(), HasSubstr("leftforearm"));
  EXPECT_EQ(Stats().bakes().run_count(), 0);
  const v1::BakeResponse baked = BakeSample();
  EXPECT_EQ(plan.bake_key(), baked.bake_key());
  ASSERT_THAT(retarget_->Plan(&again, request, &plan), WireOk());
  EXPECT_TRUE(plan.stored());
}

TEST_F(RpcTest, PlanOfTwoRigsNeedsNoClip) {
  v1::PlanRequest request;
  request.mutable_clip()->set_data(std::string(ImpGlb()));
  request.mutable_target()->set_data(std::string(HeroGlb()));
  grpc::ClientContext context;
  v1::PlanResponse plan;
  ASSERT_THAT(retarget_->Plan(&context, request, &plan), WireOk());
  EXPECT_GE(plan.plan().mapped_size(), 15);
  EXPECT_TRUE(plan.bake_key().empty());
}

TEST_F(RpcTest, DeriveProfileNamesRolesAndItsYamlReadsBack) {
  v1::DeriveProfileRequest request;
  request.mutable_rig()->set_data(std::string(ImpGlb()));
  grpc::ClientContext context, again;
  v1::DeriveProfileResponse response;
  ASSERT_THAT(retarget_->DeriveProfile(&context, request, &response), WireOk());
  EXPECT_TRUE(response.answer().humanoid()) << response.answer().reason();
  EXPECT_GE(response.answer().roles_size(), 15);
  EXPECT_THAT(response.answer_json(), HasSubstr("\"humanoid\": true"));
  EXPECT_THAT(response.profile_yaml(), HasSubstr("roles:"));
  request.mutable_rig()->set_profile_yaml(response.profile_yaml());
  v1::DeriveProfileResponse edited;
  ASSERT_THAT(retarget_->DeriveProfile(&again, request, &edited), WireOk());
  EXPECT_EQ(edited.profile_yaml(), response.profile_yaml());
}

TEST_F(RpcTest, DeriveProfileAnswersThatALoopIsNoHumanoid) {
  v1::DeriveProfileRequest request;
  request.mutable_rig()->set_data(R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
      "nodes": [{"name": "up", "children": [1]}, {"name": "down", "children": [0]}]})");
  grpc::ClientContext context;
  v1::DeriveProfileResponse response;
  ASSERT_THAT(retarget_->DeriveProfile(&context, request, &response), WireOk());
  EXPECT_FALSE(response.answer().humanoid());
  EXPECT_THAT(response.answer().reason(), HasSubstr("looping hierarchy: \""));
  EXPECT_THAT(response.answer_json(), HasSubstr("\"boneCount\": 0"));
}

TEST_F(RpcTest, DeriveProfileAnswersWhatAPropLacks) {
  v1::DeriveProfileRequest request;
  request.mutable_rig()->set_data(R"({"asset": {"version": "2.0"}, "nodes": [{"name": "lid"}]})");
  grpc::ClientContext context;
  v1::DeriveProfileResponse response;
  ASSERT_THAT(retarget_->DeriveProfile(&context, request, &response), WireOk());
  EXPECT_FALSE(response.answer().humanoid());
  EXPECT_THAT(response.answer().reason(), HasSubstr("hips"));
  EXPECT_GT(response.answer().missing_roles_size(), 0);
}

TEST_F(RpcTest, NormalizeRigGivesTheTPose) {
  v1::NormalizeRigRequest request;
  request.mutable_rig()->set_data(std::string(ImpGlb()));
  grpc::ClientContext context, again;
  v1::NormalizeRigResponse response;
  ASSERT_THAT(retarget_->NormalizeRig(&context, request, &response), WireOk());
  EXPECT_GT(response.hips_height_m(), 0.1);
  ASSERT_GT(response.distances_size(), 0);
  double worst = 0;
  for (const auto& distance : response.distances()) worst = std::max(worst, distance.from_t_deg());
  EXPECT_GT(worst, 20) << "the imp stands in A pose";
  ASSERT_OK_AND_ASSIGN(const Rig rig, DecodeZmsh(response.zmsh()));
  EXPECT_TRUE(rig.has_skin());
  // What came out is in T-pose: nothing is left to turn.
  request.mutable_rig()->set_data(response.zmsh());
  v1::NormalizeRigResponse second;
  ASSERT_THAT(retarget_->NormalizeRig(&again, request, &second), WireOk());
  for (const auto& distance : second.distances()) EXPECT_LT(distance.from_t_deg(), 0.1) << distance.role();
}

TEST_F(RpcTest, ExtractRigGivesTheSkinOrSaysThereIsNone) {
  v1::ExtractRigRequest request;
  request.mutable_rig()->set_data(std::string(HeroGlb()));
  grpc::ClientContext context, again;
  v1::ExtractRigResponse response;
  ASSERT_THAT(retarget_->ExtractRig(&context, request, &response), WireOk());
  EXPECT_TRUE(response.has_skin());
  EXPECT_GT(response.joint_count(), 20);
  ASSERT_OK_AND_ASSIGN(const Rig rig, DecodeZmsh(response.zmsh()));
  EXPECT_EQ(rig.num_bones(), response.bone_count());

  request.mutable_rig()->set_data(R"({"asset": {"version": "2.0"}, "nodes": [{"name": "lid"}]})");
  v1::ExtractRigResponse none;
  ASSERT_THAT(retarget_->ExtractRig(&again, request, &none), WireOk());
  EXPECT_FALSE(none.has_skin());
  EXPECT_THAT(none.message(), StartsWith("no skin"));
  EXPECT_TRUE(none.zmsh().empty());
}

TEST_F(RpcTest, AuxLivesAndDiesWithItsBake) {
  const std::string key = BakeSample().bake_key();
  v1::PutAuxRequest put;
  put.set_bake_key(key);
  put.set_name("thumbnail");
  put.set_data(std::string("\0png", 4));
  v1::PutAuxResponse stored;
  grpc::ClientContext c1, c2, c3, c4, c5, c6;
  ASSERT_THAT(retarget_->PutAux(&c1, put, &stored), WireOk());
  v1::GetAuxRequest get;
  get.set_bake_key(key);
  get.set_name("thumbnail");
  v1::GetAuxResponse got;
  ASSERT_THAT(retarget_->GetAux(&c2, get, &got), WireOk());
  EXPECT_EQ(got.data(), put.data());
  v1::ListAuxRequest list;
  list.set_bake_key(key);
  v1::ListAuxResponse listed;
  ASSERT_THAT(retarget_->ListAux(&c3, list, &listed), WireOk());
  EXPECT_THAT(listed.names(), ElementsAre("plan", "report", "thumbnail"));

  v1::ClearCacheRequest clear;
  clear.set_bake_key(key);
  v1::ClearCacheResponse cleared;
  ASSERT_THAT(admin_->ClearCache(&c4, clear, &cleared), WireOk());
  EXPECT_EQ(cleared.bake_count(), 1);
  EXPECT_EQ(cleared.aux_count(), 3);
  EXPECT_THAT(retarget_->GetAux(&c5, get, &got), WireStatusIs(grpc::StatusCode::NOT_FOUND, HasSubstr("")));
  EXPECT_THAT(retarget_->PutAux(&c6, put, &stored), WireStatusIs(grpc::StatusCode::FAILED_PRECONDITION, HasSubstr("")));
}

TEST_F(RpcTest, ClearTakesABaseKeyEverythingAndADryRun) {
  v1::BakeRequest absolute = SampleBake();
  absolute.mutable_options()->set_symmetrize(true);
  v1::BakeResponse second;
  ASSERT_THAT(Bake(absolute, second), WireOk());
  const std::string key = BakeSample().bake_key();
  v1::ClearCacheRequest clear;
  clear.set_base_key(key.substr(0, key.rfind('.')));
  clear.set_dry_run(true);
  v1::ClearCacheResponse cleared;
  grpc::ClientContext c1, c2, c3;
  ASSERT_THAT(admin_->ClearCache(&c1, clear, &cleared), WireOk());
  EXPECT_EQ(cleared.bake_count(), 2);
  EXPECT_GT(cleared.size_bytes(), second.size_bytes());
  EXPECT_EQ(Stats().store().bake_count(), 2);
  clear.set_dry_run(false);
  ASSERT_THAT(admin_->ClearCache(&c2, clear, &cleared), WireOk());
  EXPECT_EQ(cleared.bake_count(), 2);
  EXPECT_EQ(Stats().store().bake_count(), 0);
  EXPECT_EQ(BakeSample().origin(), v1::BAKE_ORIGIN_BAKED);
  v1::ClearCacheRequest everything;
  everything.set_everything(true);
  ASSERT_THAT(admin_->ClearCache(&c3, everything, &cleared), WireOk());
  EXPECT_EQ(cleared.bake_count(), 1);
}

TEST_F(RpcTest, RealClipsOntoRealRigs) {
  REQUIRE_CORPUS();
  struct Pair {
    const char *clip_id, *clip_name, *target_id;
  };
  for (const Pair& pair :
       {Pair{"mixamo-soldier", "Walk", "mixamo-xbot"}, Pair{"kaykit-knight", "Walking_A", "mixamo-xbot"},
        Pair{"mixamo-xbot", "walk", "kaykit-knight"}}) {
    v1::BakeRequest request;
    ASSERT_OK_AND_ASSIGN(*request.mutable_clip()->mutable_data(), ReadFile(testing::CorpusEntryOf(pair.clip_id).path));
    request.mutable_clip()->set_clip_name(pair.clip_name);
    ASSERT_OK_AND_ASSIGN(*request.mutable_target()->mutable_data(),
                         ReadFile(testing::CorpusEntryOf(pair.target_id).path));
    v1::BakeResponse baked, again;
    ASSERT_THAT(Bake(request, baked), WireOk()) << pair.clip_id;
    ASSERT_THAT(Bake(request, again), WireOk());
    EXPECT_EQ(again.origin(), v1::BAKE_ORIGIN_HOT);
    EXPECT_EQ(again.digest(), baked.digest());
    ASSERT_OK_AND_ASSIGN(const Clip clip, DecodeZanim(baked.zanim()));
    EXPECT_EQ(clip.name, pair.clip_name);
    EXPECT_GT(clip.channels.size(), 10u);
  }
}

TEST_F(RpcTest, StatsCountWhatHappened) {
  BakeSample();
  BakeSample();
  v1::BakeRequest broken = SampleBake();
  broken.mutable_target()->set_data("broken");
  v1::BakeResponse none;
  EXPECT_FALSE(Bake(broken, none).ok());
  const v1::GetStatsResponse stats = Stats();
  EXPECT_EQ(stats.version(), "0.1.0");
  EXPECT_EQ(stats.bakes().baked_count(), 1);
  EXPECT_EQ(stats.bakes().hot_hit_count(), 1);
  EXPECT_EQ(stats.bakes().failed_count(), 1);
  EXPECT_EQ(stats.bakes().run_count(), 1);
  EXPECT_EQ(stats.store().bake_count(), 1);
  EXPECT_EQ(stats.store().aux_count(), 2);
  EXPECT_GT(stats.store().size_bytes(), 0);
  EXPECT_EQ(stats.bake_pool().thread_count(), 1);
}

}  // namespace
}  // namespace retarget
