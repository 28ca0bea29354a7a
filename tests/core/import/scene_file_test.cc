// Files and folders on disk, formats told by content, and clips found by name.

#include <filesystem>

#include "core/base/file_io.h"
#include "core/clip/codecs.h"
#include "core/import/animation.h"
#include "core/import/scene.h"
#include "core/rig/codecs.h"
#include "gtest/gtest.h"
#include "tests/support/glb_builder.h"
#include "tests/support/process.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

Scene TwoBones() { return *LoadScene(TwoBoneGlb().Glb()); }

TEST(LoadScene, TellsOurOwnFormatsByContent) {
  const Scene scene = TwoBones();
  ASSERT_OK_AND_ASSIGN(const Scene zmsh, LoadScene(EncodeZmsh(*scene.rig)));
  EXPECT_EQ(zmsh.rig->bone_names(), scene.rig->bone_names());
  ASSERT_OK_AND_ASSIGN(const Scene rig_json, LoadScene(EncodeRigJson(*scene.rig)));
  EXPECT_EQ(rig_json.rig->bone_names(), scene.rig->bone_names());
  for (const std::string& bytes : {EncodeZanim(scene.clips[0]), EncodeClipJson(scene.clips[0])}) {
    ASSERT_OK_AND_ASSIGN(const Scene clip, LoadScene(bytes));
    EXPECT_FALSE(clip.rig.has_value());
    EXPECT_THAT(clip.clips, ElementsAre(scene.clips[0]));
  }
}

TEST(LoadSceneFile, FindsBuffersBesideTheFile) {
  const TempDir dir;
  const GlbBuilder b = TwoBoneGlb();
  std::filesystem::create_directory(dir.File("my data"));
  ASSERT_OK(WriteFileAtomically(dir.File("my data/keys.bin"), b.bin));
  ASSERT_OK(WriteFileAtomically(dir.File("a.gltf"), b.Gltf("my%20data/keys.bin")));
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadSceneFile(dir.File("a.gltf")));
  EXPECT_EQ(scene.clips[0], TwoBones().clips[0]);
  // The same bytes without a folder to look in.
  EXPECT_THAT(LoadScene(b.Gltf("my%20data/keys.bin")),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is in another file")));
}

TEST(LoadSceneFile, ReadsDataUris) {
  GlbBuilder b;
  b.Node("n");
  b.Channel(b.Animation("a"), 0, "scale", b.Floats("SCALAR", {0}), b.Floats("VEC3", {0, 0, 0}));
  ASSERT_OK_AND_ASSIGN(const Scene scene,
                       LoadScene(b.Gltf("data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAAAAAA==")));
  EXPECT_EQ(scene.clips[0].channels[0].values, (std::vector<float>{0, 0, 0}));
  EXPECT_THAT(LoadScene(b.Gltf("data:;base64,AAA*")),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("base64")));
  EXPECT_THAT(LoadScene(b.Gltf("data:;base64,AAAA")),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("has 3 bytes, its byteLength says 16")));
}

TEST(LoadSceneFile, NeverLeavesTheFolder) {
  const TempDir dir;
  const GlbBuilder b = TwoBoneGlb();
  std::filesystem::create_directory(dir.File("inside"));
  ASSERT_OK(WriteFileAtomically(dir.File("secret.bin"), b.bin));
  std::filesystem::create_symlink(dir.File("secret.bin"), dir.File("inside/link.bin"));
  for (const std::string& uri :
       {std::string("../secret.bin"), std::string("%2e%2e/secret.bin"), std::string("x/../../secret.bin"),
        dir.File("secret.bin"), std::string("file:///secret.bin"), std::string("link.bin"), std::string("a%00b")}) {
    SCOPED_TRACE(uri);
    ASSERT_OK(WriteFileAtomically(dir.File("inside/a.gltf"), b.Gltf(uri)));
    EXPECT_THAT(LoadSceneFile(dir.File("inside/a.gltf")),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("not a file beside the asset")));
  }
}

TEST(LoadSceneFile, NamesTheFileInErrors) {
  const TempDir dir;
  EXPECT_THAT(LoadSceneFile(dir.File("gone.glb")), StatusIs(absl::StatusCode::kNotFound, HasSubstr("gone.glb")));
  ASSERT_OK(WriteFileAtomically(dir.File("bad.glb"), "bad"));
  EXPECT_THAT(LoadSceneFile(dir.File("bad.glb")),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("bad.glb: the format is not known")));
  EXPECT_THAT(LoadSceneFile(dir.path()), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is a folder")));
}

TEST(LoadSceneFile, ReadsAnAnimationFolder) {
  const TempDir dir;
  const Scene scene = TwoBones();
  ASSERT_OK(WriteFileAtomically(dir.File("data.zanim"), EncodeZanim(scene.clips[0])));
  ASSERT_OK_AND_ASSIGN(const Scene clip_alone, LoadSceneFile(dir.path()));
  EXPECT_TRUE(IsComposite(dir.path()));
  EXPECT_FALSE(clip_alone.rig.has_value());
  ASSERT_OK(WriteFileAtomically(dir.File("rig.zmsh"), EncodeZmsh(*scene.rig)));
  ASSERT_OK(WriteFileAtomically(dir.File("humanoid.profile"), "hips: tip\n"));
  ASSERT_OK_AND_ASSIGN(const Scene whole, LoadSceneFile(dir.path()));
  ASSERT_TRUE(whole.rig && whole.rig->profile());
  EXPECT_EQ(whole.rig->profile()->BoneOf("hips"), 1);
  EXPECT_THAT(whole.clips, ElementsAre(scene.clips[0]));
  ASSERT_OK(WriteFileAtomically(dir.File("humanoid.profile"), "hips: tipp\n"));
  EXPECT_THAT(LoadSceneFile(dir.path()), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("\"tip\"")));
}

TEST(FindClip, ByNameThenByIndex) {
  Scene scene;
  for (const char* name : {"idle", "0", "walk"}) scene.clips.push_back({name, {}, {}, 0});
  EXPECT_EQ(*FindClip(scene, "walk"), &scene.clips[2]);
  EXPECT_EQ(*FindClip(scene, "0"), &scene.clips[1]);
  EXPECT_EQ(*FindClip(scene, "2"), &scene.clips[2]);
  EXPECT_THAT(FindClip(scene, "run"),
              StatusIs(absl::StatusCode::kNotFound, HasSubstr("\"run\"; there are: \"idle\", \"0\", \"walk\"")));
  for (const char* name : {"3", "-1", "1x", ""}) {
    EXPECT_THAT(FindClip(scene, name), StatusIs(absl::StatusCode::kNotFound, HasSubstr("\"idle\"")));
  }
  scene.clips.resize(1);
  EXPECT_EQ(*FindClip(scene, ""), &scene.clips[0]);
  scene.clips.clear();
  EXPECT_THAT(FindClip(scene, ""), StatusIs(absl::StatusCode::kNotFound, HasSubstr("there are no clips")));
}

Rig MakeRig(const std::vector<std::string>& names, const std::vector<bool>& joints) {
  RawRig raw;
  for (size_t i = 0; i < names.size(); ++i) {
    raw.bones.push_back({names[i], -1, {}, joints[i] ? std::optional<Mat4>(Mat4(1.0)) : std::nullopt});
  }
  return *Rig::Build(std::move(raw));
}

TEST(ResolveAnimation, PrefersTheEmbeddedRigThenTheGivenOne) {
  Scene scene = TwoBones();
  const Rig given = MakeRig({"tip", "other", "root"}, {true, true, true});
  ASSERT_OK_AND_ASSIGN(const Animation embedded, ResolveAnimation(scene, "wave", &given, true));
  EXPECT_EQ(embedded.rig.num_bones(), 2);
  ASSERT_OK_AND_ASSIGN(const Animation bound, ResolveAnimation(scene, "wave", &given, false));
  EXPECT_EQ(bound.rig.num_bones(), 3);
  EXPECT_EQ(bound.clip.bone_names, given.bone_names());
  EXPECT_EQ(bound.clip.channels[0].bone, 0);
  EXPECT_EQ(bound.clip.channels[0].values, scene.clips[0].channels[0].values);
  ASSERT_OK_AND_ASSIGN(const Animation own, ResolveAnimation(scene, "wave", nullptr, false));
  EXPECT_EQ(own.clip, scene.clips[0]);
  scene.rig.reset();
  EXPECT_THAT(ResolveAnimation(scene, "wave", nullptr, true),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the clip has no rig: give --source-rig")));
}

TEST(ResolveAnimation, NamesChannelsTheRigHasNoBoneFor) {
  const Rig given = MakeRig({"tip2", "root"}, {true, true});
  EXPECT_THAT(
      ResolveAnimation(TwoBones(), "wave", &given, false),
      StatusIs(absl::StatusCode::kInvalidArgument,
               HasSubstr("channel 0 (rotation of \"tip\"): the source rig has no such bone (nearest: \"tip2\")")));
}

TEST(ResolveAnimation, OfBonesWithOneNameTakesTheOnlyJoint) {
  const Rig one_joint = MakeRig({"tip", "tip", "root"}, {false, true, true});
  ASSERT_OK_AND_ASSIGN(const Animation animation, ResolveAnimation(TwoBones(), "wave", &one_joint, false));
  EXPECT_EQ(animation.clip.channels[0].bone, 1);
  const Rig two_joints = MakeRig({"tip", "tip", "root"}, {true, true, true});
  EXPECT_THAT(ResolveAnimation(TwoBones(), "wave", &two_joints, false),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("several bones of the source rig")));
}

// Two bones of one name in one file: each channel keeps its own bone.
TEST(ResolveAnimation, DuplicateNamesInTheClipsOwnFileStayApart) {
  GlbBuilder b = TwoBoneGlb();
  b.json["nodes"][1]["name"] = "root";
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  ASSERT_OK_AND_ASSIGN(const Animation animation, ResolveAnimation(scene, "wave", nullptr, false));
  EXPECT_EQ(animation.clip.channels[0].bone, 1);
}

}  // namespace
}  // namespace retarget::testing
