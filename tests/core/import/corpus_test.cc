// Every file of the corpus against the facts its manifest states.

#include "tests/support/corpus.h"

#include <algorithm>
#include <map>

#include "core/import/scene.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

// The manifest gives times rounded to 1e-4 s.
constexpr double kManifestTimeTolerance_s = 6e-5;

int CountJoints(const Rig& rig) {
  int joints = 0;
  for (int bone = 0; bone < rig.num_bones(); ++bone) joints += rig.is_joint(bone);
  return joints;
}

// Files whose one motion is stored as many unnamed animations.
bool IsSplitMotion(const nlohmann::json& clips) {
  return clips.size() > 1 &&
         std::all_of(clips.begin(), clips.end(), [](const nlohmann::json& clip) { return clip["name"] == ""; });
}

void ExpectClip(const Clip& clip, const nlohmann::json& facts) {
  const std::string name = facts["name"];
  if (!name.empty()) {
    EXPECT_EQ(clip.name, name);
  }
  std::map<std::string, int> paths, modes;
  size_t max_keys = 0;
  for (const Channel& channel : clip.channels) {
    ++paths[std::string(PathName(channel.path))];
    ++modes[std::string(InterpolationName(channel.interpolation))];
    max_keys = std::max(max_keys, channel.times.size());
  }
  const nlohmann::json& p = facts["paths"];
  EXPECT_EQ(paths["Translation"], p.value("translation", 0));
  EXPECT_EQ(paths["Rotation"], p.value("rotation", 0));
  EXPECT_EQ(paths["Scale"], p.value("scale", 0));
  if (!p.contains("weights")) {  // key counts and modes below include the morph channel, which is skipped
    EXPECT_EQ(modes["Step"], facts["interpolation"].value("STEP", 0));
    EXPECT_EQ(modes["Linear"], facts["interpolation"].value("LINEAR", 0));
    EXPECT_EQ(modes["CubicSpline"], facts["interpolation"].value("CUBICSPLINE", 0));
    EXPECT_EQ(max_keys, facts["max_keys"].get<size_t>());
  }
  const TimeSpan span = KeySpan(clip);
  EXPECT_NEAR(span.start_s, facts["start"].get<double>(), kManifestTimeTolerance_s);
  EXPECT_NEAR(span.end_s, facts["end"].get<double>(), kManifestTimeTolerance_s);
  EXPECT_EQ(clip.duration_s, span.end_s);
}

void ExpectClips(const Scene& scene, const nlohmann::json& facts) {
  const nlohmann::json clips = facts.value("clips", nlohmann::json::array());
  if (IsSplitMotion(clips)) {
    ASSERT_EQ(scene.clips.size(), 1u);
    size_t channels = 0;
    for (const nlohmann::json& clip : clips) channels += clip["channels"].get<size_t>();
    EXPECT_EQ(scene.clips[0].channels.size(), channels);
    EXPECT_NEAR(scene.clips[0].duration_s, clips[0]["end"].get<double>(), kManifestTimeTolerance_s);
    return;
  }
  ASSERT_EQ(scene.clips.size(), clips.size());
  for (size_t i = 0; i < clips.size(); ++i) {
    SCOPED_TRACE(scene.clips[i].name);
    EXPECT_EQ(scene.clips[i].bone_names, scene.rig->bone_names());
    ExpectClip(scene.clips[i], clips[i]);
  }
}

TEST(ImportCorpus, EveryGltfLoadsAsItsManifestSays) {
  REQUIRE_CORPUS();
  int loaded = 0;
  for (const CorpusEntry& entry : CorpusEntries()) {
    SCOPED_TRACE(entry.id);
    if (entry.facts["format"] == "bvh") {
      EXPECT_THAT(LoadSceneFile(entry.path),
                  StatusIs(absl::StatusCode::kInvalidArgument, ::testing::HasSubstr("the format is not known")));
      continue;
    }
    ASSERT_OK_AND_ASSIGN(const Scene scene, LoadSceneFile(entry.path));
    ASSERT_TRUE(scene.rig.has_value());
    EXPECT_EQ(scene.rig->num_bones(), entry.facts["nodes"].get<int>());
    EXPECT_EQ(CountJoints(*scene.rig), entry.facts["joints"].get<int>());
    ExpectClips(scene, entry.facts);
    ++loaded;
  }
  EXPECT_GE(loaded, 40);
}

// The profile a VRM carries is the truth the corpus was built from.
TEST(ImportCorpus, HumanoidMapsOfVrmFilesMatchTheTruth) {
  REQUIRE_CORPUS();
  const std::map<std::string, std::string> bases = {
      {"vrm0-cats-voxel", "vrm0"},  {"vrm0-rotated-armature", "vrm0"},   {"vrm1-debug-robot", "vrm1"},
      {"vrm1-handwritten", "vrm1"}, {"vrm1-non-humanoid-names", "vrm1"}, {"vrma-vroid", "vrma"},
      {"vrma-test", "vrma"}};
  for (const auto& [id, base] : bases) {
    SCOPED_TRACE(id);
    ASSERT_OK_AND_ASSIGN(const Scene scene, LoadSceneFile(CorpusEntryOf(id).path));
    ASSERT_TRUE(scene.rig && scene.rig->profile());
    EXPECT_EQ(scene.rig->profile()->base, base);
    const nlohmann::json truth = CorpusTruth(id)["map"];
    const auto bone_of = [&scene](std::string_view role) {
      const int bone = scene.rig->profile()->BoneOf(role);
      return bone < 0 ? "" : scene.rig->bone_names()[bone];
    };
    EXPECT_EQ(scene.rig->profile()->roles.size(), truth.size());
    EXPECT_EQ(bone_of("hips"), truth["hips"].get<std::string>());
    EXPECT_EQ(bone_of("leftforearm"), truth["leftLowerArm"].get<std::string>());
    EXPECT_EQ(bone_of("rightupleg"), truth["rightUpperLeg"].get<std::string>());
    EXPECT_EQ(bone_of("spine1"), truth.value("chest", ""));
    EXPECT_EQ(bone_of("lefthandthumb2"), truth.value("leftThumbProximal", ""));  // the truth uses VRM 1.0 names
    EXPECT_EQ(bone_of("righthandpinky1"), truth.value("rightLittleProximal", ""));
  }
}

}  // namespace
}  // namespace retarget::testing
