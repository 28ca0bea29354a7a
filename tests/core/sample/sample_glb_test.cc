#include "core/sample/sample_glb.h"

#include <gtest/gtest.h>

#include "core/math/quaternion.h"
#include "core/sample/body_mesh.h"
#include "core/sample/make_clip.h"
#include "core/sample/sample_files.h"
#include "nlohmann/json.hpp"
#include "tests/support/generated.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::testing::HasSubstr;
using testing::MustGenerate;
using testing::StatusIs;

nlohmann::json JsonOf(const std::string& glb) {
  uint32_t size = 0;
  std::memcpy(&size, glb.data() + 12, sizeof size);
  return nlohmann::json::parse(glb.substr(20, size), nullptr, false);
}

TEST(SampleGlb, RefusesRigsItCannotDraw) {
  RigStyle style;
  style.skin = false;
  EXPECT_THAT(SampleGlb(MustGenerate(style), {}, {}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("no skin in world space")));
  EXPECT_THAT(
      SampleGlb(ImpRig(), HeroClips(), {}),
      StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("\"Walk\" does not list the bones of rig \"imp\"")));
}

TEST(SampleGlb, HoldsRigBodyAndClips) {
  const std::vector<SampleFile> files = SampleFiles();
  ASSERT_EQ(files.size(), 2u);
  EXPECT_EQ(files[0].name, "hero.glb");
  const nlohmann::json hero = JsonOf(files[0].bytes);
  EXPECT_EQ(hero["nodes"][0]["name"], "Armature");
  EXPECT_EQ(hero["nodes"].size(), HeroRig().rig.bone_names().size() + 1);
  EXPECT_EQ(hero["animations"].size(), 2u);
  EXPECT_EQ(hero["animations"][0]["name"], "Walk");
  EXPECT_EQ(hero["skins"][0]["joints"].size(), hero["nodes"].size() - 2);  // all but Armature and the mesh
  EXPECT_FALSE(JsonOf(files[1].bytes).contains("animations"));
}

TEST(SampleGlb, SameBytesEveryTime) {
  EXPECT_EQ(SampleFiles()[0].bytes, SampleFiles()[0].bytes);
  EXPECT_EQ(SampleFiles()[1].bytes, SampleFiles()[1].bytes);
}

TEST(SampleGlb, PairIsReadyToBake) {
  const SamplePair pair = MakeSamplePair();
  EXPECT_EQ(pair.clip.bone_names, pair.source.bone_names());
  ASSERT_OK(ValidateClip(pair.clip));
  EXPECT_TRUE(pair.source.has_skin() && pair.target.has_skin());
}

TEST(BodyMesh, FacesOutwardAndStandsOnTheGround) {
  for (const GeneratedRig& rig : {HeroRig(), ImpRig()}) {
    const BodyMesh mesh = MakeBodyMesh(rig);
    ASSERT_FALSE(mesh.indices.empty());
    for (size_t i = 0; i < mesh.indices.size(); i += 3) {
      const uint32_t a = mesh.indices[i], b = mesh.indices[i + 1], c = mesh.indices[i + 2];
      const Vec3 face = glm::cross(mesh.positions[b] - mesh.positions[a], mesh.positions[c] - mesh.positions[a]);
      EXPECT_GT(glm::dot(face, mesh.normals[a] + mesh.normals[b] + mesh.normals[c]), 0.0) << i;
    }
    double low = 1e9, high = -1e9;
    for (const Vec3& p : mesh.positions) low = std::min(low, p.y), high = std::max(high, p.y);
    EXPECT_NEAR(low, 0.0, 0.02);
    EXPECT_GT(high, 1.5 * rig.hips_height);
    for (const Vec3& n : mesh.normals) EXPECT_NEAR(Length(n), 1.0, 1e-9);
  }
}

}  // namespace
}  // namespace retarget
