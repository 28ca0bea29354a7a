// Writing clips as glTF: what is added comes back bit for bit, and nothing else changes.

#include <algorithm>

#include "core/base/file_io.h"
#include "core/import/export_gltf.h"
#include "core/import/gltf_file.h"
#include "core/import/scene.h"
#include "gtest/gtest.h"
#include "tests/support/corpus.h"
#include "tests/support/glb_builder.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

using ::testing::HasSubstr;

// A clip for TwoBoneGlb with every interpolation and path, and times that two channels share.
Clip EveryKindOfChannel() {
  Clip clip;
  clip.name = "new";
  clip.bone_names = {"root", "tip"};
  clip.channels = {
      {0, Path::kTranslation, Interpolation::kStep, {0.1f, 0.3f}, {1, 2, 3, 4, 5, 6}},
      {0, Path::kScale, Interpolation::kLinear, {0.1f, 0.3f}, {1, 1, 1, 2, 2, 2}},
      {1, Path::kRotation, Interpolation::kCubicSpline, {0, 1.0f / 3}, {0, 0, 0, 0, 0, 0, 0, 1, 9, 0, 0, 0,
                                                                        8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}}};
  clip.duration_s = 1.0f / 3;
  return clip;
}

TEST(AddClipToGlb, RefusesBrokenInput) {
  const std::string target = TwoBoneGlb().Glb();
  Clip clip = EveryKindOfChannel();
  clip.name = "wave";
  EXPECT_THAT(AddClipToGlb(target, clip), StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr("\"wave\"")));
  clip = EveryKindOfChannel();
  clip.bone_names.push_back("third");
  EXPECT_THAT(AddClipToGlb(target, clip), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("2 nodes")));
  clip = EveryKindOfChannel();
  clip.channels.clear();
  EXPECT_THAT(AddClipToGlb(target, clip), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no channels")));
  clip = EveryKindOfChannel();
  clip.channels[0].times[1] = 0.1f;
  EXPECT_THAT(AddClipToGlb(target, clip), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("key 1")));
  EXPECT_THAT(AddClipToGlb("no glTF", EveryKindOfChannel()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not valid JSON")));
}

TEST(AddClipToGlb, AnUnnamedAnimationKeepsTheNameItIsReadUnder) {
  GlbBuilder b = TwoBoneGlb();
  b.json["animations"][0].erase("name");
  Clip clip = EveryKindOfChannel();
  clip.name = "animation_0";
  EXPECT_THAT(AddClipToGlb(b.Glb(), clip), StatusIs(absl::StatusCode::kAlreadyExists, HasSubstr("animation_0")));
}

TEST(AddClipToGlb, ChannelsComeBackBitForBit) {
  const Clip clip = EveryKindOfChannel();
  ASSERT_OK_AND_ASSIGN(const std::string glb, AddClipToGlb(TwoBoneGlb().Glb(), clip));
  ASSERT_OK_AND_ASSIGN(const Scene before, LoadScene(TwoBoneGlb().Glb()));
  ASSERT_OK_AND_ASSIGN(const Scene after, LoadScene(glb));
  ASSERT_EQ(after.clips.size(), 2u);
  EXPECT_EQ(after.clips[0], before.clips[0]);
  EXPECT_EQ(after.clips[1], clip);
}

TEST(AddClipToGlb, KeepsWhatItDoesNotKnow) {
  GlbBuilder b = TwoBoneGlb();
  b.json["extensionsUsed"] = {"ACME_thing"};
  b.json["extensions"] = {{"ACME_thing", {{"deep", {1, 2, {{"x", nullptr}}}}}}};
  b.json["materials"] = {{{"name", "skin"}, {"extras", {{"note", "kept"}}}}};
  b.json["nodes"][0]["extras"] = {{"tag", 7}};
  const std::string glb = b.Glb();
  ASSERT_OK_AND_ASSIGN(const std::string out, AddClipToGlb(glb, EveryKindOfChannel()));
  ASSERT_OK_AND_ASSIGN(const GltfFile before, ReadGltfFile(glb));
  ASSERT_OK_AND_ASSIGN(const GltfFile after, ReadGltfFile(out));
  for (const auto& [key, value] : before.json.items()) {
    if (value.is_array() && key != "buffers") {
      const Json head(after.json[key].begin(), after.json[key].begin() + static_cast<long>(value.size()));
      EXPECT_EQ(head, value) << key;
    } else if (key != "buffers") {
      EXPECT_EQ(after.json[key], value) << key;
    }
  }
  ASSERT_TRUE(after.bin.has_value());
  EXPECT_EQ(after.bin->substr(0, b.bin.size()), b.bin);
  EXPECT_EQ(after.json["buffers"].size(), 1u);
}

TEST(AddClipToGlb, SharesTimesAndStatesTheirBounds) {
  ASSERT_OK_AND_ASSIGN(const std::string glb, AddClipToGlb(TwoBoneGlb().Glb(), EveryKindOfChannel()));
  ASSERT_OK_AND_ASSIGN(const GltfFile file, ReadGltfFile(glb));
  const Json& samplers = file.json["animations"][1]["samplers"];
  EXPECT_EQ(samplers[0]["input"], samplers[1]["input"]);
  EXPECT_NE(samplers[0]["input"], samplers[2]["input"]);
  const Json& times = file.json["accessors"][samplers[2]["input"].get<int>()];
  EXPECT_EQ(times["min"][0].get<float>(), 0.0f);
  EXPECT_EQ(times["max"][0].get<float>(), 1.0f / 3);
  for (const Json& view : file.json["bufferViews"]) EXPECT_EQ(view["byteOffset"].get<int>() % 4, 0);
}

TEST(AddClipToGlb, AnAnimatedMatrixNodeBecomesTranslationRotationScale) {
  GlbBuilder b;
  b.Node("still", {{"matrix", {2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1}}});
  b.Node("moved", {{"matrix", {0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1}}});
  Clip clip = EveryKindOfChannel();
  clip.channels = {clip.channels[2]};
  clip.bone_names = {"still", "moved"};
  ASSERT_OK_AND_ASSIGN(const std::string glb, AddClipToGlb(b.Glb(), clip));
  ASSERT_OK_AND_ASSIGN(const GltfFile file, ReadGltfFile(glb));
  EXPECT_EQ(file.json["nodes"][0], b.json["nodes"][0]);
  EXPECT_FALSE(file.json["nodes"][1].contains("matrix"));
  EXPECT_EQ(file.json["nodes"][1]["translation"], Json({1.0, 2.0, 3.0}));
  EXPECT_NEAR(file.json["nodes"][1]["rotation"][2].get<double>(), 0.70710678118654752, 1e-12);
  EXPECT_NEAR(file.json["nodes"][1]["scale"][0].get<double>(), 2.0, 1e-12);
}

TEST(AddClipToGlb, FoldsBuffersOfAGltfIntoOneFile) {
  GlbBuilder b = TwoBoneGlb();
  const FileResolver resolver = [&b](std::string_view uri) -> absl::StatusOr<std::string> {
    if (uri == "a.bin") return b.bin;
    if (uri == "b.bin") return std::string("xyz");
    return absl::NotFoundError(std::string(uri));
  };
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(b.Gltf("a.bin"));
  json["buffers"].push_back({{"byteLength", 3}, {"uri", "b.bin"}});
  EXPECT_THAT(AddClipToGlb(json.dump(), EveryKindOfChannel()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("\"a.bin\"")));
  ASSERT_OK_AND_ASSIGN(const std::string glb, AddClipToGlb(json.dump(), EveryKindOfChannel(), resolver));
  ASSERT_OK_AND_ASSIGN(const GltfFile file, ReadGltfFile(glb));
  EXPECT_EQ(file.bin->substr(0, b.bin.size()), b.bin);
  EXPECT_EQ(file.json["buffers"][1]["uri"], "data:application/octet-stream;base64,eHl6");
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(glb));
  EXPECT_EQ(scene.clips.size(), 2u);
}

TEST(AddClipToGlb, ASplineOfOneKeyIsWrittenAsAStep) {
  Clip clip = EveryKindOfChannel();
  clip.channels = {{1, Path::kScale, Interpolation::kCubicSpline, {0.25f}, {9, 9, 9, 1, 2, 3, 9, 9, 9}}};
  ASSERT_OK_AND_ASSIGN(const std::string glb, AddClipToGlb(TwoBoneGlb().Glb(), clip));
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(glb));
  EXPECT_EQ(scene.clips[1].channels[0], (Channel{1, Path::kScale, Interpolation::kStep, {0.25f}, {1, 2, 3}}));
}

TEST(SkeletonGlb, HoldsRigSkinAndClips) {
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(TwoBoneGlb().Glb()));
  ASSERT_OK_AND_ASSIGN(const std::string glb, SkeletonGlb(*scene.rig, scene.clips));
  ASSERT_OK_AND_ASSIGN(const Scene back, LoadScene(glb));
  EXPECT_EQ(back.clips, scene.clips);
  EXPECT_EQ(back.rig->bone_names(), scene.rig->bone_names());
  EXPECT_EQ(back.rig->parents(), scene.rig->parents());
  EXPECT_EQ(back.rig->rest_world(), scene.rig->rest_world());
  EXPECT_EQ(back.rig->inverse_binds(), scene.rig->inverse_binds());
}

TEST(SkeletonGlb, GivesJointsOfSeveralTreesACommonRoot) {
  GlbBuilder b;
  b.Node("left tree");
  b.Node("right tree");
  b.Skin({0, 1});
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  ASSERT_OK_AND_ASSIGN(const std::string glb, SkeletonGlb(*scene.rig, {}));
  ASSERT_OK_AND_ASSIGN(const Scene back, LoadScene(glb));
  EXPECT_EQ(back.rig->bone_names(), (std::vector<std::string>{"left tree", "right tree", "skeleton_root"}));
  EXPECT_EQ(back.rig->parents(), (std::vector<int>{2, 2, -1}));
}

TEST(SkeletonGlb, RefusesAClipOfAnotherRig) {
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(TwoBoneGlb().Glb()));
  Clip clip = scene.clips[0];
  clip.bone_names[1] = "other";
  EXPECT_THAT(SkeletonGlb(*scene.rig, {&clip, 1}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not for the bones of this rig")));
}

TEST(ExportCorpus, EveryClipSurvivesBothExports) {
  REQUIRE_CORPUS();
  for (const CorpusEntry& entry : CorpusEntries()) {
    if (entry.facts["format"] != "glb") continue;
    SCOPED_TRACE(entry.id);
    ASSERT_OK_AND_ASSIGN(const std::string bytes, ReadFile(entry.path));
    ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(bytes));
    ASSERT_OK_AND_ASSIGN(const std::string skeleton, SkeletonGlb(*scene.rig, scene.clips));
    ASSERT_OK_AND_ASSIGN(const Scene back, LoadScene(skeleton));
    EXPECT_TRUE(back.clips == scene.clips);
    if (scene.clips.empty()) continue;
    Clip clip = scene.clips.back();
    clip.name += " again";
    ASSERT_OK_AND_ASSIGN(const std::string added, AddClipToGlb(bytes, clip));
    ASSERT_OK_AND_ASSIGN(const Scene both, LoadScene(added));
    ASSERT_EQ(both.clips.size(), scene.clips.size() + 1);
    EXPECT_TRUE(both.clips.back() == clip);
    EXPECT_TRUE(std::equal(scene.clips.begin(), scene.clips.end(), both.clips.begin()));
  }
}

}  // namespace
}  // namespace retarget::testing
