// What glTF forbids is mended on export, without a change to what is played or drawn.

#include "core/import/mend_gltf.h"

#include <cstring>

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

std::vector<float> FloatsAt(const std::string& bin, size_t at, size_t count) {
  std::vector<float> out(count);
  std::memcpy(out.data(), bin.data() + at, count * sizeof(float));
  return out;
}

// A clip whose values lie 20 bytes apart and whose times 8.
GlbBuilder StridedGlb() {
  GlbBuilder b = TwoBoneGlb();
  const int times = b.View<float>({0.5f, 99, 1.0f, 99}, 8);
  const int values = b.View<float>({0, 0, 0, 1, 99, 0, 0.6f, 0, 0.8f, 99}, 20);
  b.json["animations"][0]["samplers"][0] = {
      {"input", b.Accessor({{"bufferView", times}, {"componentType", 5126}, {"count", 2}, {"type", "SCALAR"}})},
      {"output", b.Accessor({{"bufferView", values}, {"componentType", 5126}, {"count", 2}, {"type", "VEC4"}})}};
  return b;
}

TEST(MendGltf, MovesStridedKeysToATightView) {
  GlbBuilder b = StridedGlb();
  b.json["buffers"] = {{{"byteLength", b.bin.size()}}};
  const size_t before = b.bin.size();
  MendGltf(b.json, b.bin);
  const Json& sampler = b.json["animations"][0]["samplers"][0];
  const Json& times = b.json["accessors"][sampler["input"].get<int>()];
  const Json& values = b.json["accessors"][sampler["output"].get<int>()];
  EXPECT_EQ(times["bufferView"], values["bufferView"]);
  const Json& view = b.json["bufferViews"][values["bufferView"].get<int>()];
  EXPECT_FALSE(view.contains("byteStride"));
  EXPECT_EQ(view["byteOffset"], before);
  EXPECT_EQ(FloatsAt(b.bin, before + times["byteOffset"].get<size_t>(), 2), (std::vector<float>{0.5f, 1.0f}));
  EXPECT_EQ(FloatsAt(b.bin, before + values["byteOffset"].get<size_t>(), 8),
            (std::vector<float>{0, 0, 0, 1, 0, 0.6f, 0, 0.8f}));
  EXPECT_EQ(b.json["buffers"][0]["byteLength"], b.bin.size());
}

TEST(MendGltf, ScalesWeightsOverAllSetsOfAVertex) {
  GlbBuilder b = TwoBoneGlb();
  const int first = b.Floats("VEC4", {0.5f, 0.25f, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0});
  const int second = b.Floats("VEC4", {0.25f, 0.25f, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
  b.json["accessors"][first]["max"] = {1, 0.25, 0, 0};
  b.json["meshes"] = {{{"primitives", {{{"attributes", {{"WEIGHTS_0", first}, {"WEIGHTS_1", second}}}}}}}};
  const size_t at = b.json["bufferViews"][b.json["accessors"][first]["bufferView"].get<int>()]["byteOffset"];
  MendGltf(b.json, b.bin);
  EXPECT_EQ(FloatsAt(b.bin, at, 12), (std::vector<float>{0.4f, 0.2f, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(b.json["accessors"][first].contains("max"));
}

TEST(MendGltf, LeavesGoodFilesAsTheyAre) {
  GlbBuilder b = TwoBoneGlb();
  b.json["buffers"] = {{{"byteLength", b.bin.size()}}};
  const GlbBuilder before = b;
  MendGltf(b.json, b.bin);
  EXPECT_EQ(b.json, before.json);
  EXPECT_EQ(b.bin, before.bin);
}

TEST(MendGltf, LeavesArraysThatDoNotFitTheirBuffer) {
  for (const auto& [member, value] : std::vector<std::pair<const char*, Json>>{
           {"count", 5000}, {"count", uint64_t{1} << 62}, {"byteOffset", 5000}, {"bufferView", 99}, {"type", "VEC9"}}) {
    GlbBuilder b = StridedGlb();
    for (Json& accessor : b.json["accessors"]) accessor[member] = value;
    const Json before = b.json["accessors"];
    MendGltf(b.json, b.bin);
    EXPECT_EQ(b.json["accessors"], before) << member << " " << value;
  }
}

TEST(MendGltfCorpus, ChangesNoClipAndNoRig) {
  REQUIRE_CORPUS();
  ASSERT_OK_AND_ASSIGN(const std::string bytes, ReadFile(CorpusEntryOf("mixamo-soldier").path));
  ASSERT_OK_AND_ASSIGN(const GltfFile file, ReadGltfFile(bytes));
  Json document = file.json;
  std::string bin(*file.bin);
  MendGltf(document, bin);
  EXPECT_NE(document, file.json);
  ASSERT_OK_AND_ASSIGN(const std::string mended, WriteGlb(document, bin));
  ASSERT_OK_AND_ASSIGN(const Scene before, LoadScene(bytes));
  ASSERT_OK_AND_ASSIGN(const Scene after, LoadScene(mended));
  EXPECT_TRUE(after.clips == before.clips);
  EXPECT_EQ(after.rig->inverse_binds(), before.rig->inverse_binds());
}

}  // namespace
}  // namespace retarget::testing
