// Hand-built files: what each feature of glTF becomes.

#include <cmath>
#include <limits>

#include "core/import/scene.h"
#include "core/math/matrix.h"
#include "gtest/gtest.h"
#include "tests/support/glb_builder.h"
#include "tests/support/status_matchers.h"

namespace retarget::testing {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr float kHalf = 0.70710678f;

// One node with an animation whose sampler a test fills in.
Channel LoadOneChannel(const GlbBuilder& builder) {
  const absl::StatusOr<Scene> scene = LoadScene(builder.Glb());
  EXPECT_OK(scene);
  if (!scene.ok() || scene->clips.size() != 1 || scene->clips[0].channels.size() != 1) {
    ADD_FAILURE() << "expected one clip of one channel";
    return {};
  }
  return scene->clips[0].channels[0];
}

TEST(GltfRig, EveryNodeIsABoneUnderItsNodeIndex) {
  GlbBuilder b;
  b.Node("child");
  b.Node("", {{"children", {0, 2}}, {"translation", {1, 2, 3}}, {"scale", {2, 2, 2}}});
  b.Node("lamp\xC3\xA9");
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  EXPECT_THAT(scene.rig->bone_names(), ElementsAre("child", "node_1", "lamp\xC3\xA9"));
  EXPECT_THAT(scene.rig->parents(), ElementsAre(1, -1, 1));
  EXPECT_FALSE(scene.rig->has_skin());
  EXPECT_EQ(scene.rig->rest()[1].translation, Vec3(1, 2, 3));
  EXPECT_EQ(scene.rig->rest()[1].scale, Vec3(2, 2, 2));
}

TEST(GltfRig, SplitsMatrices) {
  GlbBuilder b;
  b.Node("turned", {{"matrix", {0, 2, 0, 0, -3, 0, 0, 0, 0, 0, 4, 0, 5, 6, 7, 1}}});
  b.Node("hidden", {{"matrix", {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 6, 7, 1}}});
  b.Node("sheared", {{"matrix", {1, 0, 0, 0, 0.5, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}});
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  const Transform& rest = scene.rig->rest()[0];
  EXPECT_EQ(rest.translation, Vec3(5, 6, 7));
  EXPECT_NEAR(glm::length(rest.scale - Vec3(2, 3, 4)), 0.0, 1e-12);
  EXPECT_NEAR(std::fabs(rest.rotation.z), 0.70710678118654752, 1e-12);  // a quarter turn about Z
  EXPECT_EQ(scene.rig->rest()[1].scale, Vec3(0, 0, 0));
  EXPECT_THAT(scene.warnings, ElementsAre(HasSubstr("node 2 (\"sheared\"): its matrix has shear")));
}

TEST(GltfRig, RefusesBrokenNodes) {
  struct {
    nlohmann::ordered_json node;
    const char* message;
  } cases[] = {
      {{{"matrix", {1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}}}, "cannot be decomposed"},
      {{{"matrix", {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 2}}}, "cannot be decomposed"},
      {{{"matrix", {1, 2, 3}}}, "nodes[0].matrix is not an array of 16 numbers"},
      {{{"rotation", {0, 0, 0, 0}}}, "zero quaternion"},
      {{{"rotation", "none"}}, "nodes[0].rotation is not an array of 4 numbers"},
      {{{"scale", {1, "x", 1}}}, "nodes[0].scale is not an array of 3 numbers"},
      {{{"children", {-1}}}, "nodes[0].children is not an array of indices"},
      {{{"children", {7}}}, "child 7 is not a node, the file has 1"},
      {{{"children", {0}}}, "looping hierarchy: \"bad\" -> \"bad\""},
      {{{"name", std::string(2000, 'x')}}, "the name has 2000 bytes"},
  };
  for (const auto& c : cases) {
    GlbBuilder b;
    b.Node(c.node.contains("name") ? "" : "bad", c.node);
    EXPECT_THAT(LoadScene(b.Glb()), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(c.message)));
  }
}

TEST(GltfRig, TakesThousandsOfBonesAndDeepChains) {
  GlbBuilder b;
  for (int i = 0; i < 5000; ++i) {
    const bool chain = i < 1000;
    b.Node("", chain ? nlohmann::ordered_json{{"children", {i + 1}}, {"rotation", {0, 0, 0.6, 0.8}}}
                     : nlohmann::ordered_json::object());
  }
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  EXPECT_EQ(scene.rig->num_bones(), 5000);
  EXPECT_TRUE(scene.rig->IsAncestorOrSelf(0, 1000));
  for (int i = 5000; i < kMaxBones + 1; ++i) b.Node("");
  EXPECT_THAT(LoadScene(b.Glb()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("10001 nodes, at most 10000")));
}

TEST(GltfSkins, ASkinWithoutMatricesHasIdentities) {
  GlbBuilder b;
  b.Node("a", {{"translation", {0, 1, 0}}});
  b.Node("b");
  b.Skin({0});
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  ASSERT_TRUE(scene.rig->is_joint(0));
  EXPECT_EQ(*scene.rig->inverse_binds()[0], Mat4(1.0));
  EXPECT_FALSE(scene.rig->is_joint(1));
}

std::vector<float> Translations(const std::vector<float>& x, float scale = 1) {
  std::vector<float> out;
  for (float v : x) out.insert(out.end(), {scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, v, 0, 0, 1});
  return out;
}

TEST(GltfSkins, BonesOfASmallerSkinAreBroughtIntoTheSpaceOfTheLargest) {
  GlbBuilder b;
  for (const char* name : {"a", "b", "c", "d"}) b.Node(name);
  // The second skin's space is twice as large and shares "b" with the first: this <- main scales by 1/2.
  const int small = b.Floats("MAT4", Translations({-10, -20}, 2));
  b.Skin({1, 3}, small);
  b.Skin({0, 1, 2}, b.Floats("MAT4", Translations({0, -10, 5})));
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  const auto& binds = scene.rig->inverse_binds();
  EXPECT_EQ(TranslationOf(*binds[1]), Vec3(-10, 0, 0));
  EXPECT_EQ(TranslationOf(*binds[3]), Vec3(-20, 0, 0));
  EXPECT_NEAR(UniformScaleOf(*binds[3]), 1.0, 1e-12);
}

TEST(GltfSkins, BonesOfASkinThatFitsNoneStayWithoutBind) {
  GlbBuilder b;
  for (const char* name : {"a", "b", "c", "d"}) b.Node(name);
  b.Skin({0, 1, 2}, b.Floats("MAT4", Translations({0, -10, 5})));
  b.Skin({0, 1, 3}, b.Floats("MAT4", Translations({1, -10, 5})));  // a and b disagree
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  EXPECT_FALSE(scene.rig->is_joint(3));
  EXPECT_THAT(scene.warnings, ElementsAre(HasSubstr("skin 1: its space differs from that of skin 0")));
}

TEST(GltfSkins, ASingularMatrixIsNotUsed) {
  GlbBuilder b;
  b.Node("a");
  b.Node("b");
  b.Skin({0, 1}, b.Floats("MAT4", Translations({0, 0}, 0)));
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  EXPECT_FALSE(scene.rig->has_skin());
  EXPECT_EQ(scene.warnings.size(), 2u);
}

TEST(GltfClips, KeepsTimesValuesAndNames) {
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(TwoBoneGlb().Glb()));
  ASSERT_EQ(scene.clips.size(), 1u);
  EXPECT_EQ(scene.clips[0].name, "wave");
  EXPECT_THAT(scene.clips[0].bone_names, ElementsAre("root", "tip"));
  EXPECT_EQ(scene.clips[0].duration_s, 1.0);  // from time 0, though the first key is at 0.5
  EXPECT_EQ(scene.clips[0].channels[0],
            (Channel{1, Path::kRotation, Interpolation::kLinear, {0.5f, 1.0f}, {0, 0, 0, 1, kHalf, 0, 0, kHalf}}));
}

TEST(GltfClips, ReadsStepAndCubicSpline) {
  GlbBuilder b;
  b.Node("n");
  const std::vector<float> spline = {1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -2, -3, -4, -5, -6, -7, -8, -9};
  const int times = b.Floats("SCALAR", {0, 2});
  b.Channel(b.Animation("a"), 0, "translation", times, b.Floats("VEC3", spline), "CUBICSPLINE");
  EXPECT_EQ(LoadOneChannel(b), (Channel{0, Path::kTranslation, Interpolation::kCubicSpline, {0, 2}, spline}));
  const int values = b.Floats("VEC3", {1, 2, 3, 4, 5, 6});
  b.json["animations"][0]["samplers"][0] = {{"input", times}, {"output", values}, {"interpolation", "STEP"}};
  EXPECT_EQ(LoadOneChannel(b).interpolation, Interpolation::kStep);
  b.json["animations"][0]["samplers"][0].erase("interpolation");
  EXPECT_EQ(LoadOneChannel(b).interpolation, Interpolation::kLinear);
}

TEST(GltfClips, ASplineOfOneKeyIsAConstant) {
  GlbBuilder b;
  b.Node("n");
  b.Channel(b.Animation("a"), 0, "scale", b.Floats("SCALAR", {1}), b.Floats("VEC3", {9, 9, 9, 1, 2, 3, 9, 9, 9}),
            "CUBICSPLINE");
  EXPECT_EQ(LoadOneChannel(b), (Channel{0, Path::kScale, Interpolation::kStep, {1}, {1, 2, 3}}));
}

TEST(GltfClips, ReadsNormalisedIntegersAndStrides) {
  GlbBuilder b;
  b.Node("n");
  // Two rotations of four int16 each, 16 bytes apart; the bytes between are noise.
  const int view = b.View<int16_t>({0, 0, 0, 32767, 99, 99, 99, 99, -32768, 0, 0, 0, 99, 99, 99, 99}, 16);
  const int values =
      b.Accessor({{"bufferView", view}, {"componentType", 5122}, {"normalized", true}, {"count", 2}, {"type", "VEC4"}});
  b.Channel(b.Animation("a"), 0, "rotation", b.Floats("SCALAR", {0, 1}), values);
  EXPECT_THAT(LoadOneChannel(b).values, ElementsAre(0, 0, 0, 1, -1, 0, 0, 0));
  b.json["accessors"][values]["normalized"] = false;
  EXPECT_THAT(LoadScene(b.Glb()), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("normalised")));
}

TEST(GltfClips, ReadsSparseValues) {
  GlbBuilder b;
  b.Node("n");
  const int values = b.Floats("VEC3", {1, 1, 1, 2, 2, 2, 3, 3, 3});
  b.json["accessors"][values]["sparse"] = {
      {"count", 1},
      {"indices", {{"bufferView", b.View<uint16_t>({1})}, {"componentType", 5123}}},
      {"values", {{"bufferView", b.View<float>({7, 8, 9})}}}};
  b.Channel(b.Animation("a"), 0, "scale", b.Floats("SCALAR", {0, 1, 2}), values);
  EXPECT_THAT(LoadOneChannel(b).values, ElementsAre(1, 1, 1, 7, 8, 9, 3, 3, 3));
  b.json["accessors"][values].erase("bufferView");  // zeros under the sparse values
  EXPECT_THAT(LoadOneChannel(b).values, ElementsAre(0, 0, 0, 7, 8, 9, 0, 0, 0));
  b.json["accessors"][values]["count"] = 1;
  b.json["animations"][0]["samplers"][0]["input"] = b.Floats("SCALAR", {0});
  EXPECT_THAT(LoadScene(b.Glb()), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("element 1 of 1")));
}

TEST(GltfClips, NormalisesRotationsOnlyWhereNeeded) {
  GlbBuilder b;
  b.Node("n");
  const float rounded = 0.7071069f;  // unit up to float rounding: stays bit for bit
  b.Channel(b.Animation("a"), 0, "rotation", b.Floats("SCALAR", {0, 1, 2}),
            b.Floats("VEC4", {rounded, 0, 0, rounded, 0, 0, 0, 1.005f, 0, 3, 0, 4}));
  EXPECT_THAT(LoadOneChannel(b).values, ElementsAre(rounded, 0, 0, rounded, 0, 0, 0, 1, 0, 0.6f, 0, 0.8f));
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  EXPECT_THAT(scene.warnings, ElementsAre(HasSubstr("1 rotations far from unit length")));
}

TEST(GltfClips, SkipsWhatIsNoBoneMotion) {
  GlbBuilder b = TwoBoneGlb();
  b.Channel(0, 0, "weights", 1, 2);
  b.json["animations"][0]["channels"].push_back({{"sampler", 0}, {"target", {{"path", "rotation"}}}});
  ASSERT_OK_AND_ASSIGN(const Scene scene, LoadScene(b.Glb()));
  EXPECT_EQ(scene.clips[0].channels.size(), 1u);
  EXPECT_THAT(scene.warnings, ElementsAre(HasSubstr("channels[2] has no target node"), HasSubstr("\"weights\"")));
}

TEST(GltfClips, UnnamedPiecesOfOneMotionAreOneClip) {
  GlbBuilder b = TwoBoneGlb();
  b.json["animations"][0].erase("name");
  b.Channel(b.Animation(""), 0, "translation", b.Floats("SCALAR", {0, 3}), b.Floats("VEC3", {0, 0, 0, 1, 1, 1}));
  ASSERT_OK_AND_ASSIGN(const Scene merged, LoadScene(b.Glb()));
  ASSERT_EQ(merged.clips.size(), 1u);
  EXPECT_EQ(merged.clips[0].name, "animation_0");
  EXPECT_EQ(merged.clips[0].channels.size(), 2u);
  EXPECT_EQ(merged.clips[0].duration_s, 3.0);
  EXPECT_THAT(merged.warnings, ElementsAre(HasSubstr("2 unnamed animations")));
  // Two takes of one bone are no pieces.
  b.json["animations"][1]["channels"][0]["target"] = {{"node", 1}, {"path", "rotation"}};
  b.json["animations"][1]["samplers"][0] = b.json["animations"][0]["samplers"][0];
  ASSERT_OK_AND_ASSIGN(const Scene apart, LoadScene(b.Glb()));
  ASSERT_EQ(apart.clips.size(), 2u);
  EXPECT_EQ(apart.clips[1].name, "animation_1");
}

TEST(GltfClips, RefusesBrokenAnimations) {
  using Break = void (*)(GlbBuilder&);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  static std::vector<float> values;
  struct {
    Break edit;
    std::vector<float> times, rotations;
    const char* message;
  } cases[] = {
      {nullptr, {0, 0}, {0, 0, 0, 1, 0, 0, 0, 1}, "\"tip\"): times run backwards at key 1"},
      {nullptr, {1, 0.5f}, {0, 0, 0, 1, 0, 0, 0, 1}, "\"tip\"): times run backwards at key 1"},
      {nullptr, {-1, 0}, {0, 0, 0, 1, 0, 0, 0, 1}, "the time of key 0 is negative"},
      {nullptr, {0, infinity}, {0, 0, 0, 1, 0, 0, 0, 1}, "the time of key 1 is not finite"},
      {nullptr, {0, 1}, {0, 0, 0, 1, 0, nan, 0, 1}, "(rotation of \"tip\"): the value of key 1 is not finite"},
      {nullptr, {0, 1}, {0, 0, 0, 1, 0, 0, 0, 0}, "the rotation of key 1 is a zero quaternion"},
      {nullptr, {0, 1, 2}, {0, 0, 0, 1, 0, 0, 0, 1}, "3 key times but 2 values"},
      {nullptr, {}, {}, "has no keys"},
      {[](GlbBuilder& b) { b.Channel(0, 1, "rotation", 3, 4); }, {0}, {0, 0, 0, 1}, "second one for the rotation"},
      {[](GlbBuilder& b) { b.json["animations"][0]["channels"][0]["sampler"] = 9; }, {0}, {0, 0, 0, 1}, "sampler 9"},
      {[](GlbBuilder& b) { b.json["animations"][0]["channels"][0]["target"]["node"] = 9; },
       {0},
       {0, 0, 0, 1},
       "target node 9 is not a node"},
      {[](GlbBuilder& b) { b.json["animations"][0]["samplers"][0]["interpolation"] = "SINE"; },
       {0},
       {0, 0, 0, 1},
       "interpolation \"SINE\" is unknown"},
      {[](GlbBuilder& b) { b.json["animations"][0]["samplers"][0]["output"] = 3; },
       {0},
       {0, 0, 0, 1},
       "accessor 3 is SCALAR, expected VEC4"},
      {[](GlbBuilder& b) {
         b.json["accessors"][3]["count"] = 1000000000;
         b.json["accessors"][4]["count"] = 1000000000;
       },
       {0},
       {0, 0, 0, 1},
       "do not fit buffer view"},
      {[](GlbBuilder& b) { b.json["accessors"][3]["byteOffset"] = 4; }, {0}, {0, 0, 0, 1}, "do not fit buffer view"},
      {[](GlbBuilder& b) { b.json["accessors"][3]["bufferView"] = 77; }, {0}, {0, 0, 0, 1}, "buffer view 77"},
      {[](GlbBuilder& b) { b.json["bufferViews"][3]["byteLength"] = 99999; }, {0}, {0, 0, 0, 1}, "ends behind"},
      {[](GlbBuilder& b) { b.json["bufferViews"][3]["buffer"] = 5; }, {0}, {0, 0, 0, 1}, "buffer 5 does not exist"},
      {[](GlbBuilder& b) { b.json["animations"] = 3; }, {0}, {0, 0, 0, 1}, "\"animations\" is not an array"},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.message);
    GlbBuilder b = TwoBoneGlb();
    b.json["animations"][0]["samplers"][0]["input"] = b.Floats("SCALAR", c.times);
    b.json["animations"][0]["samplers"][0]["output"] = b.Floats("VEC4", c.rotations);
    if (c.edit != nullptr) c.edit(b);
    EXPECT_THAT(LoadScene(b.Glb()), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(c.message)));
  }
}

TEST(GltfClips, SharedAccessorsCannotExpandWithoutEnd) {
  GlbBuilder b;
  std::vector<float> times;
  for (int i = 0; i < 4000; ++i) times.push_back(static_cast<float>(i));
  const int input = b.Floats("SCALAR", times);
  const int output = b.Floats("VEC3", std::vector<float>(12000, 1.0f));
  const int clip = b.Animation("bomb");
  for (int i = 0; i < 3000; ++i) b.Channel(clip, b.Node(""), "scale", input, output);
  EXPECT_THAT(LoadScene(b.Glb()), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("far more keys")));
}

TEST(GltfExtensions, RefusesRequiredOnesThatHideTheSkeleton) {
  GlbBuilder b = TwoBoneGlb();
  b.json["extensionsRequired"] = {"KHR_draco_mesh_compression", "KHR_mesh_quantization", "KHR_materials_unlit"};
  EXPECT_OK(LoadScene(b.Glb()));
  b.json["extensionsRequired"].push_back("EXT_meshopt_compression");
  b.json["extensionsRequired"].push_back("ACME_bones");
  EXPECT_THAT(LoadScene(b.Glb()),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("\"EXT_meshopt_compression\", \"ACME_bones\"")));
}

TEST(GltfExtensions, NeedsNeitherImagesNorGeometry) {
  GlbBuilder b = TwoBoneGlb();
  b.json["images"] = {{{"uri", "gone.png"}}};
  b.json["meshes"] = {{{"primitives", {{{"attributes", {{"POSITION", 99}}}}}}}};
  b.json["buffers"] = {{{"byteLength", 4}, {"uri", "gone.bin"}}};
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(b.Gltf("motion.bin"));
  json["buffers"].push_back({{"byteLength", 4}, {"uri", "geometry-is-gone.bin"}});
  EXPECT_OK(LoadScene(json.dump(), [&b](std::string_view uri) -> absl::StatusOr<std::string> {
    if (uri == "motion.bin") return b.bin;
    return absl::NotFoundError(std::string(uri));
  }));
}

}  // namespace
}  // namespace retarget::testing
