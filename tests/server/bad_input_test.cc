// Every kind of bad input: code and message, nothing written, and the daemon stays up.

#include <filesystem>

#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "core/clip/codecs.h"
#include "core/rig/codecs.h"
#include "core/sample/sample_files.h"
#include "gmock/gmock.h"
#include "tests/server/daemon_fixture.h"
#include "tests/server/sample_request.h"
#include "tests/support/corpus.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::testing::AllOf;
using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
constexpr auto kInvalid = grpc::StatusCode::INVALID_ARGUMENT;

class BadInputTest : public DaemonTest {
 protected:
  void SetUp() override { StartDaemon(); }

  grpc::Status BakeOf(const v1::BakeRequest& request) const {
    v1::BakeResponse response;
    return Bake(request, response);
  }
  grpc::Status BakeClipBytes(const std::string& bytes) const {
    v1::BakeRequest request = SampleBake();
    request.mutable_clip()->set_data(bytes);
    return BakeOf(request);
  }
  grpc::Status BakeOnto(const std::string& bytes) const {
    v1::BakeRequest request = SampleBake();
    request.mutable_target()->set_data(bytes);
    return BakeOf(request);
  }
  // The hero's walk as a zanim with the hero as its given rig, after `edit`.
  template <typename Edit>
  grpc::Status BakeEditedClip(Edit edit) const {
    Clip clip = HeroClips().front();
    edit(clip);
    v1::BakeRequest request = SampleBake();
    request.mutable_clip()->clear_clip_name();
    request.mutable_clip()->set_data(EncodeClipJson(clip));
    request.mutable_clip()->mutable_source_rig()->set_data(EncodeZmsh(HeroRig().rig));
    return BakeOf(request);
  }

  void TearDown() override { ExpectUpWithNothingStored(); }
};

TEST_F(BadInputTest, EmptyRequestListsEveryMissingField) {
  const grpc::Status status = BakeOf({});
  EXPECT_THAT(status, WireStatusIs(kInvalid, AllOf(HasSubstr("clip.data"), HasSubstr("target.data"))));
  const v1::ErrorDetail detail = DetailOf(status);
  ASSERT_EQ(detail.field_violations_size(), 2);
  EXPECT_EQ(detail.field_violations(0).field(), "clip.data");
  EXPECT_EQ(detail.field_violations(1).field(), "target.data");
}

TEST_F(BadInputTest, OptionsOutOfRange) {
  v1::BakeRequest request = SampleBake();
  request.mutable_options()->set_sample_rate_hz(-3);
  request.mutable_options()->set_tolerance_deg(0);
  request.mutable_options()->set_feet(static_cast<v1::FootReference>(77));
  EXPECT_THAT(BakeOf(request), WireStatusIs(kInvalid, AllOf(HasSubstr("sample_rate_hz"), HasSubstr("tolerance_deg"),
                                                            HasSubstr("options.feet: unknown value 77"))));
}

TEST_F(BadInputTest, BytesThatAreNoKnownFormat) {
  EXPECT_THAT(BakeClipBytes("this is no file"), WireStatusIs(kInvalid, HasSubstr("clip.data: ")));
  EXPECT_THAT(BakeOnto(std::string(1000, '\0')), WireStatusIs(kInvalid, HasSubstr("target.data: ")));
}

TEST_F(BadInputTest, TruncatedGlbAtAnyPlace) {
  const std::string whole(HeroGlb());
  for (size_t size : {size_t{1}, size_t{4}, size_t{11}, size_t{20}, size_t{100}, whole.size() / 2, whole.size() - 1}) {
    EXPECT_THAT(BakeClipBytes(whole.substr(0, size)), WireStatusIs(kInvalid, HasSubstr("clip.data: "))) << size;
  }
}

TEST_F(BadInputTest, EveryMalformedFileOfTheCorpus) {
  REQUIRE_CORPUS();
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(testing::CorpusFolder() + "/malformed")) {
    ++files;
    ASSERT_OK_AND_ASSIGN(const std::string bytes, ReadFile(entry.path()));
    // Odd files that can be read lack the clip "Walk"; no file gets as far as a bake.
    EXPECT_THAT(BakeClipBytes(bytes), WireStatusIs(AnyOf(kInvalid, grpc::StatusCode::NOT_FOUND), Not(IsEmpty())))
        << entry.path();
    // A broken humanoid map on a good skeleton: its roles are found by name, so it is a fine target.
    if (entry.path().filename() == "broken-human-bone.vrm") continue;
    EXPECT_THAT(BakeOnto(bytes), WireStatusIs(AnyOf(kInvalid, grpc::StatusCode::FAILED_PRECONDITION), Not(IsEmpty())))
        << entry.path();
  }
  EXPECT_GE(files, 20);
}

TEST_F(BadInputTest, UnknownClipListsWhatThereIs) {
  v1::BakeRequest request = SampleBake();
  request.mutable_clip()->set_clip_name("Jump");
  EXPECT_THAT(BakeOf(request), WireStatusIs(grpc::StatusCode::NOT_FOUND,
                                            AllOf(HasSubstr("Jump"), HasSubstr("\"Walk\""), HasSubstr("\"Wave\""))));
  request.mutable_clip()->clear_clip_name();
  EXPECT_THAT(BakeOf(request), WireStatusIs(grpc::StatusCode::NOT_FOUND, HasSubstr("\"Wave\"")));
}

TEST_F(BadInputTest, NotAHumanoidNamesTheMissingRoles) {
  EXPECT_THAT(BakeOnto(R"({"asset": {"version": "2.0"}, "nodes": [{"name": "lid"}]})"),
              WireStatusIs(grpc::StatusCode::FAILED_PRECONDITION, AllOf(HasSubstr("hips"), HasSubstr("upleg"))));
  v1::NormalizeRigRequest request;
  request.mutable_rig()->set_data(R"({"asset": {"version": "2.0"}, "nodes": [{"name": "lid"}]})");
  v1::NormalizeRigResponse response;
  grpc::ClientContext context;
  EXPECT_THAT(retarget_->NormalizeRig(&context, request, &response),
              WireStatusIs(grpc::StatusCode::FAILED_PRECONDITION, HasSubstr("hips")));
}

TEST_F(BadInputTest, LoopingHierarchyNamesTheEdge) {
  EXPECT_THAT(
      BakeOnto(R"({"asset": {"version": "2.0"},
                           "nodes": [{"name": "up", "children": [1]}, {"name": "down", "children": [0]}]})"),
      WireStatusIs(kInvalid, AllOf(HasSubstr("looping hierarchy"), HasSubstr("\"up\""), HasSubstr("\"down\""))));
}

TEST_F(BadInputTest, ZeroQuaternionNamesChannelAndKey) {
  EXPECT_THAT(BakeEditedClip([](Clip& clip) {
                for (Channel& channel : clip.channels) {
                  if (channel.path != Path::kRotation) continue;
                  std::fill(channel.values.begin() + 4, channel.values.begin() + 8, 0.0f);
                  return;
                }
              }),
              WireStatusIs(kInvalid, AllOf(HasSubstr("channel "), HasSubstr("key 1"), HasSubstr("zero"))));
}

TEST_F(BadInputTest, NonFiniteValueNamesChannelAndKey) {
  // JSON has no NaN, so this one travels as zanim.
  Clip clip = HeroClips().front();
  clip.channels[0].values[clip.channels[0].Stride()] = std::numeric_limits<float>::quiet_NaN();
  v1::BakeRequest request = SampleBake();
  request.mutable_clip()->clear_clip_name();
  request.mutable_clip()->set_data(EncodeZanim(clip));
  request.mutable_clip()->mutable_source_rig()->set_data(EncodeZmsh(HeroRig().rig));
  EXPECT_THAT(BakeOf(request),
              WireStatusIs(kInvalid, AllOf(HasSubstr("channel 0"), HasSubstr("key 1"), HasSubstr("finite"))));
}

TEST_F(BadInputTest, KeyTimesRunningBackwards) {
  EXPECT_THAT(BakeEditedClip([](Clip& clip) { std::swap(clip.channels[0].times[2], clip.channels[0].times[3]); }),
              WireStatusIs(kInvalid, AllOf(HasSubstr("channel 0"), HasSubstr("key 3"), HasSubstr("time"))));
}

TEST_F(BadInputTest, ChannelWhoseBoneIsNotInTheRig) {
  EXPECT_THAT(BakeEditedClip([](Clip& clip) {
                for (std::string& name : clip.bone_names) {
                  if (name == "mixamorig:LeftArm") name = "mixamorig:LeftAmr";
                }
              }),
              WireStatusIs(kInvalid, AllOf(HasSubstr("mixamorig:LeftAmr"), HasSubstr("mixamorig:LeftArm"))));
}

TEST_F(BadInputTest, ClipWithoutARigAsksForOne) {
  v1::BakeRequest request = SampleBake();
  request.mutable_clip()->clear_clip_name();
  request.mutable_clip()->set_data(EncodeZanim(HeroClips().front()));
  EXPECT_THAT(BakeOf(request), WireStatusIs(AnyOf(kInvalid, grpc::StatusCode::FAILED_PRECONDITION), HasSubstr("rig")));
}

TEST_F(BadInputTest, TargetThatIsAClipAlone) {
  EXPECT_THAT(BakeOnto(EncodeZanim(HeroClips().front())),
              WireStatusIs(kInvalid, AllOf(HasSubstr("target.data"), HasSubstr("no rig"))));
}

TEST_F(BadInputTest, TwoBonesOfOneNameMakeANamedChannelAmbiguous) {
  RawRig raw = HeroRig().rig.ToRaw();
  for (RawBone& bone : raw.bones) {
    if (bone.name == "mixamorig:RightArm") bone.name = "mixamorig:LeftArm";
  }
  ASSERT_OK_AND_ASSIGN(const Rig rig, Rig::Build(std::move(raw)));
  Clip clip = HeroClips().front();
  v1::BakeRequest request = SampleBake();
  request.mutable_clip()->clear_clip_name();
  clip.bone_names.pop_back();  // not the rig's list, so it is bound by name
  clip.channels.erase(
      std::remove_if(clip.channels.begin(), clip.channels.end(),
                     [&](const Channel& c) { return c.bone >= static_cast<int>(clip.bone_names.size()); }),
      clip.channels.end());
  std::erase_if(clip.channels, [&](const Channel& c) { return clip.bone_names[c.bone] == "mixamorig:RightArm"; });
  request.mutable_clip()->set_data(EncodeZanim(clip));
  request.mutable_clip()->mutable_source_rig()->set_data(EncodeZmsh(rig));
  EXPECT_THAT(BakeOf(request), WireStatusIs(kInvalid, HasSubstr("\"mixamorig:LeftArm\"")));
}

TEST_F(BadInputTest, ProfileThatDoesNotFitNamesLineAndNearestBone) {
  v1::BakeRequest request = SampleBake();
  request.mutable_target()->set_profile_yaml("base: unreal\nroles:\n  hips: pelviss\n");
  EXPECT_THAT(BakeOf(request), WireStatusIs(kInvalid, AllOf(HasSubstr("target.profile_yaml"), HasSubstr("line 3"),
                                                            HasSubstr("\"pelvis\""))));
}

TEST_F(BadInputTest, MoreBonesThanTheLimit) {
  std::string nodes;
  for (int i = 0; i < kMaxBones + 1; ++i) nodes += Cat(i == 0 ? "" : ",", "{\"name\":\"n", i, "\"}");
  EXPECT_THAT(BakeOnto(Cat("{\"asset\":{\"version\":\"2.0\"},\"nodes\":[", nodes, "]}")),
              WireStatusIs(kInvalid, HasSubstr("10000")));
}

TEST_F(BadInputTest, KeysThatAreNone) {
  grpc::ClientContext c1, c2, c3, c4, c5;
  std::string bytes;
  v1::FetchBakeRequest fetch;
  fetch.set_bake_key("zz");
  EXPECT_THAT(Fetch(fetch, bytes), WireStatusIs(kInvalid, HasSubstr("bake_key: ")));
  const std::string digest(64, '0');
  fetch.set_bake_key(Cat(digest, ".", digest, ".rel"));
  EXPECT_THAT(Fetch(fetch, bytes), WireStatusIs(grpc::StatusCode::NOT_FOUND, HasSubstr("")));
  v1::GetAuxRequest get;
  get.set_bake_key("zz");
  v1::GetAuxResponse got;
  EXPECT_THAT(retarget_->GetAux(&c1, get, &got), WireStatusIs(kInvalid, HasSubstr("bake_key: ")));
  v1::ClearCacheRequest clear;
  v1::ClearCacheResponse cleared;
  EXPECT_THAT(admin_->ClearCache(&c2, clear, &cleared), WireStatusIs(kInvalid, HasSubstr("selector")));
  clear.set_everything(false);
  EXPECT_THAT(admin_->ClearCache(&c3, clear, &cleared), WireStatusIs(kInvalid, HasSubstr("must be true")));
  clear.set_base_key(digest);
  EXPECT_THAT(admin_->ClearCache(&c4, clear, &cleared), WireStatusIs(kInvalid, HasSubstr("base_key: ")));
  v1::PutAuxRequest put;
  put.set_bake_key("zz");
  put.set_name("report");
  v1::PutAuxResponse stored;
  EXPECT_THAT(retarget_->PutAux(&c5, put, &stored),
              WireStatusIs(kInvalid, AllOf(HasSubstr("bake_key: "), HasSubstr("daemon alone"))));
}

TEST_F(BadInputTest, RequestOverTheSizeLimit) {
  Config config = BaseConfig();
  config.listen = {"unix:" + folder_.File("small")};
  config.data_dir = folder_.File("small_data");
  config.max_request_bytes = 1 << 20;
  daemon_.reset();
  StartDaemon(config);
  EXPECT_THAT(BakeOnto(std::string(2 << 20, 'x')),
              WireStatusIs(grpc::StatusCode::RESOURCE_EXHAUSTED, HasSubstr("1048576")));
}

// Large but legal rigs work.
TEST_F(BadInputTest, FiveThousandBonesAndAThousandDeepChainAreAnswered) {
  RawRig raw = ImpRig().rig.ToRaw();
  const int first = static_cast<int>(raw.bones.size());
  for (int i = 0; i < 4000; ++i) raw.bones.push_back({.name = Cat("leaf", i), .parent = 0});
  for (int i = 0; i < 1000; ++i) {
    raw.bones.push_back({.name = Cat("link", i), .parent = i == 0 ? 0 : first + 4000 + i - 1});
  }
  ASSERT_OK_AND_ASSIGN(const Rig rig, Rig::Build(std::move(raw)));
  v1::DeriveProfileRequest request;
  request.mutable_rig()->set_data(EncodeZmsh(rig));
  grpc::ClientContext context;
  v1::DeriveProfileResponse response;
  EXPECT_THAT(retarget_->DeriveProfile(&context, request, &response), WireOk());
  EXPECT_TRUE(response.answer().humanoid()) << response.answer().reason();
  EXPECT_EQ(response.answer().bone_count(), rig.num_bones());
}

}  // namespace
}  // namespace retarget
