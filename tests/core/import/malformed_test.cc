// Files that are broken, odd or hostile: a clear answer, never a crash.

#include <filesystem>
#include <iterator>

#include "core/import/export_gltf.h"
#include "core/import/scene.h"
#include "gtest/gtest.h"
#include "tests/support/broken_bytes.h"
#include "tests/support/corpus.h"
#include "tests/support/glb_builder.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

using ::testing::HasSubstr;

struct Expected {
  const char* file;
  bool loads;
  const char* text;  // part of the error, or of a warning; empty: no warning is expected
};

constexpr Expected kMalformed[] = {
    {"animation-channel_duplicate_targets.gltf", false, "channel 1: is the second one for the scale of \"node_0\""},
    {"animation-sampler_input_no_bounds.gltf", true, "its accessors hold no data"},
    {"animation-sampler_output_count_invalid.gltf", false, "has 1 key times but 2 values"},
    {"animation-sampler_too_few_cubic_frames.gltf", true, "its accessors hold no data"},
    {"animation-unresolved_channel_target.gltf", false, "the file has no nodes"},
    {"animation-unresolved_sampler_input.gltf", false, "accessor 1 does not exist, the file has 1"},
    {"animation-valid.gltf", true, "its accessors hold no data"},
    {"broken-human-bone.vrm", true, "humanoid map: not used, it lacks \"hips\""},
    {"glb-bom.glb", false, "the file has no nodes"},
    {"glb-chunk_too_big.glb", false, "GLB holds no JSON chunk: the header says 13 bytes"},
    {"glb-empty_file.glb", false, "the file is empty"},
    {"glb-invalid_magic.glb", false, "the format is not known"},
    {"glb-invalid_version.glb", false, "GLB version 0 is not readable"},
    {"glb-length_mismatch.glb", false, "GLB is truncated: the header says 49 bytes, there are 48"},
    {"glb-no_header.glb", false, "the format is not known"},
    {"glb-only_header.glb", false, "GLB holds no JSON chunk"},
    {"glb-truncated_chunk_data.glb", false, "GLB is truncated: the header says 48 bytes, there are 47"},
    {"glb-two_bin_chunks.glb", false, "chunk 0 is not the JSON chunk"},
    {"glb-unaligned_chunk.glb", false, "the file has no nodes"},
    {"node-infinite_transform.gltf", false, "number overflow parsing '1e309'"},
    {"node-matrix_indecomposable.gltf", false, "node 0: its matrix cannot be decomposed"},
    {"node-node_loop.gltf", false, "looping hierarchy: \"node_1\" -> \"node_0\""},
    {"node-node_loop_scene.gltf", false, "looping hierarchy: \"node_0\" -> \"node_0\""},
    {"node-node_parent_override.gltf", false, "node 2 has two parents: node 0 and node 1"},
    {"node-rotation_non_unit.gltf", true, "node 0: its rotation has length 2, normalised"},
    {"node-unresolved_child_node.gltf", false, "node 0: child 1 is not a node, the file has 1"},
    {"recursive-nodes.gltf", false, "looping hierarchy: \"node_1\" -> \"node_0\""},
    {"skin-buffer_view_bytestride.gltf", false, "buffer 0 has no uri, and the file has no BIN chunk"},
    {"skin-empty_joints_array.gltf", false, "skins[0].joints is empty"},
    {"skin-ibm_invalid_count.gltf", false, "skin 2 has 3 bones, but 2 inverse bind matrices"},
    {"skin-no_common_root.gltf", true, ""},
};

TEST(ImportMalformed, EveryCorpusFileGetsItsAnswer) {
  REQUIRE_CORPUS();
  const std::filesystem::directory_iterator files(CorpusFolder() + "/malformed");
  EXPECT_EQ(std::distance(begin(files), end(files)), static_cast<long>(std::size(kMalformed)))
      << "a malformed file of the corpus has no line in the table";
  for (const Expected& expected : kMalformed) {
    SCOPED_TRACE(expected.file);
    const absl::StatusOr<Scene> scene = LoadSceneFile(CorpusFolder() + "/malformed/" + expected.file);
    if (!expected.loads) {
      EXPECT_THAT(scene, StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(expected.text)));
      continue;
    }
    ASSERT_OK(scene);
    if (*expected.text == '\0') {
      EXPECT_THAT(scene->warnings, ::testing::IsEmpty());
    } else {
      EXPECT_THAT(scene->warnings, ::testing::Contains(HasSubstr(expected.text)));
    }
  }
}

TEST(ImportMalformed, UnknownFormatsAreListed) {
  for (const char* text : {"\x7f\x45LF", "{}", "[1]", "HIERARCHY\nROOT Hips", "   ", "{\"assets\": 1"}) {
    EXPECT_THAT(LoadScene(text), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("GLB, glTF, VRM, VRMA, ZMSH")));
  }
  EXPECT_THAT(LoadScene(""), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("the file is empty")));
}

TEST(ImportMalformed, BrokenJsonIsLocated) {
  EXPECT_THAT(LoadScene("{\"asset\": {\"version\": \"2.0\"},\n \"nodes\": [}"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("line 2, column 12")));
  EXPECT_THAT(LoadScene("{\"asset\": {\"version\": \"1.0\"}}"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("asset.version is \"1.0\", expected 2.x")));
  EXPECT_THAT(LoadScene("{\"asset\": 1}"), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("\"asset\"")));
  EXPECT_THAT(LoadScene("{\"asset\": {\"version\": \"2.0\"}, \"nodes\": [{\"name\": \"\xff\"}]}"),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("UTF-8")));
}

TEST(ImportMalformed, DeepNestingIsRefusedBeforeItIsParsed) {
  const std::string deep = "{\"asset\": " + std::string(1000000, '[');
  EXPECT_THAT(LoadScene(deep), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("nested 1000001 deep")));
  std::string closed =
      "{\"asset\": {\"version\": \"2.0\"}, \"extras\": " + std::string(200, '[') + std::string(200, ']') + "}";
  EXPECT_THAT(LoadScene(closed), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("nested 201 deep")));
}

TEST(ImportMalformed, OddContainersAreReadWithAWarning) {
  EXPECT_THAT(LoadScene(TwoBoneGlb().Glb() + "tail")->warnings,
              ::testing::ElementsAre(HasSubstr("4 bytes after its end")));
}

void ReadAndWrite(std::string_view bytes) {
  const absl::StatusOr<Scene> scene = LoadScene(bytes);
  if (!scene.ok()) {
    EXPECT_EQ(scene.status().code(), absl::StatusCode::kInvalidArgument) << scene.status();
    return;
  }
  for (Clip clip : scene->clips) {
    clip.name = "again";
    const absl::StatusOr<std::string> glb = AddClipToGlb(bytes, clip);
    if (!glb.ok()) continue;
    EXPECT_OK(LoadScene(*glb));
  }
}

TEST(ImportMalformed, NoTruncationCrashes) {
  ASSERT_OK(LoadScene(RichGlb().Glb()));
  ForEachTruncation(RichGlb().Glb(), [](std::string_view bytes) {
    EXPECT_THAT(LoadScene(bytes), StatusIs(absl::StatusCode::kInvalidArgument, ::testing::_));
  });
}

TEST(ImportMalformed, NoByteFlipCrashes) { ForEachByteFlip(RichGlb().Glb(), 2000, ReadAndWrite); }

}  // namespace
}  // namespace retarget::testing
