#include "tests/server/daemon_fixture.h"

#include "core/clip/codecs.h"
#include "core/rig/codecs.h"
#include "core/sample/make_clip.h"
#include "core/sample/sample_files.h"
#include "grpcpp/create_channel.h"
#include "server/convert.h"
#include "tests/server/sample_request.h"
#include "tests/support/status_matchers.h"

namespace retarget {

Config DaemonTest::BaseConfig() const {
  Config config;
  config.listen = {"unix:" + folder_.File("socket")};
  config.data_dir = folder_.File("data");
  config.bake_threads = 1;
  return config;
}

void DaemonTest::StartDaemon(const Config& config, BakeRun run) {
  ASSERT_OK_AND_ASSIGN(daemon_, Daemon::Start(config, std::move(run)));
  channel_ = ConnectTo(daemon_->addresses().front());
  retarget_ = v1::RetargetService::NewStub(channel_);
  admin_ = v1::AdminService::NewStub(channel_);
}

grpc::Status DaemonTest::Bake(const v1::BakeRequest& request, v1::BakeResponse& response) const {
  grpc::ClientContext context;
  return retarget_->Bake(&context, request, &response);
}

grpc::Status DaemonTest::Fetch(const v1::FetchBakeRequest& request, std::string& bytes) const {
  grpc::ClientContext context;
  const auto reader = retarget_->FetchBake(&context, request);
  bytes.clear();
  for (v1::FetchBakeResponse chunk; reader->Read(&chunk);) {
    EXPECT_EQ(chunk.offset_bytes(), request.offset_bytes() + static_cast<int64_t>(bytes.size()));
    EXPECT_GT(chunk.data().size(), 0u);
    EXPECT_LE(chunk.data().size(), kMaxInlineBytes);
    EXPECT_EQ(chunk.digest().empty(), !bytes.empty()) << "the digest comes with the first chunk alone";
    bytes += chunk.data();
  }
  return reader->Finish();
}

v1::GetStatsResponse DaemonTest::Stats() const {
  grpc::ClientContext context;
  v1::GetStatsResponse response;
  EXPECT_THAT(admin_->GetStats(&context, {}, &response), WireOk());
  return response;
}

void DaemonTest::ExpectUpWithNothingStored() const {
  const v1::GetStatsResponse stats = Stats();
  EXPECT_EQ(stats.store().bake_count(), 0);
  EXPECT_EQ(stats.store().aux_count(), 0);
  EXPECT_EQ(stats.bakes().in_flight_count(), 0);
}

v1::BakeRequest SampleBake() {
  v1::BakeRequest request;
  request.mutable_clip()->set_data(std::string(HeroGlb()));
  request.mutable_clip()->set_clip_name("Walk");
  request.mutable_target()->set_data(std::string(ImpGlb()));
  return request;
}

v1::BakeRequest LongBake() {
  const GeneratedRig hero = HeroRig();
  const Clip clip = MakeClip(hero, RandomMotion(7), "long", EvenTimes(120.0, 3600));
  v1::BakeRequest request = SampleBake();
  request.mutable_clip()->clear_clip_name();
  request.mutable_clip()->set_data(EncodeZanim(clip));
  request.mutable_clip()->mutable_source_rig()->set_data(EncodeZmsh(hero.rig));
  request.mutable_options()->set_sample_rate_hz(120);
  return request;
}

std::shared_ptr<grpc::Channel> ConnectTo(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  arguments.SetInt(GRPC_ARG_USE_LOCAL_SUBCHANNEL_POOL, 1);  // a connection of its own
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

v1::ErrorDetail DetailOf(const grpc::Status& status) {
  v1::ErrorDetail detail;
  EXPECT_TRUE(detail.ParseFromString(status.error_details()));
  return detail;
}

}  // namespace retarget
