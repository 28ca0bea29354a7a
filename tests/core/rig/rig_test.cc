#include "core/rig/rig.h"

#include <cmath>
#include <limits>

#include "core/math/quaternion.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/support/status_matchers.h"

namespace retarget {
namespace {

using ::retarget::testing::StatusIs;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// Hips with two children; the root stands last.
RawRig MakeRaw() {
  RawRig raw{"test", {}, std::nullopt};
  raw.bones = {{"leg", 2, {Vec3(0, -1, 0)}, std::nullopt},
               {"spine", 2, {Vec3(0, 1, 0)}, Mat4(1.0)},
               {"hips", -1, {Vec3(0, 1, 0), AxisAngle(Vec3(0, 0, 1), 0.5), Vec3(2)}, Mat4(1.0)}};
  return raw;
}

void ExpectRefused(const RawRig& raw, std::string_view message) {
  EXPECT_THAT(Rig::Build(raw), StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr(std::string(message))));
}

TEST(Rig, RefusesBrokenInputNamingTheBone) {
  RawRig raw = MakeRaw();
  raw.bones.clear();
  ExpectRefused(raw, "rig \"test\" has 0 bones, expected 1 to 10000");

  raw.bones.resize(kMaxBones + 1);
  ExpectRefused(raw, "has 10001 bones");

  raw = MakeRaw();
  raw.bones[0].parent = 3;
  ExpectRefused(raw, "bone 0 (\"leg\"): parent 3 is not a bone");
  raw.bones[0].parent = -2;
  ExpectRefused(raw, "parent -2");

  raw = MakeRaw();
  raw.bones[1].name.assign(kMaxNameBytes + 1, 'x');
  ExpectRefused(raw, "the name has 1025 bytes");

  raw = MakeRaw();
  raw.bones[1].rest.translation.y = kNan;
  ExpectRefused(raw, "bone 1 (\"spine\"): the rest transform is not finite");

  raw = MakeRaw();
  raw.bones[1].rest.rotation = MakeQuat(0, 0, 0, 0);
  ExpectRefused(raw, "bone 1 (\"spine\"): the rest rotation is a zero quaternion");

  raw = MakeRaw();
  (*raw.bones[2].inverse_bind)[3][0] = INFINITY;
  ExpectRefused(raw, "bone 2 (\"hips\"): the inverse bind matrix is not finite");

  raw = MakeRaw();
  raw.bones[2].rest.scale = raw.bones[1].rest.translation = Vec3(1e300);
  ExpectRefused(raw, "not finite in world space");
}

TEST(Rig, RefusesBrokenProfiles) {
  RawRig raw = MakeRaw();
  raw.profile = Profile{"x", 3, {{"hips", 3}}};
  ExpectRefused(raw, "role hips maps to bone 3, the rig has 3 bones");
  raw.profile = Profile{"x", 3, {{"hips", 2}, {"spine", 2}}};
  ExpectRefused(raw, "bone 2 has two roles");
  raw.profile = Profile{"x", 3, {{"hips", 2}, {"hips", 1}}};
  ExpectRefused(raw, "role hips stands twice");
}

TEST(Rig, NamesTheEdgeThatClosesALoop) {
  RawRig raw;
  raw.bones = {{"tail", 1, {}, {}}, {"a", 2, {}, {}}, {"b", 3, {}, {}}, {"c", 1, {}, {}}};
  ExpectRefused(raw, "looping hierarchy: \"c\" -> \"a\"");
  raw.bones = {{"root", -1, {}, {}}, {"self", 1, {}, {}}};
  ExpectRefused(raw, "looping hierarchy: \"self\" -> \"self\"");
}

TEST(Rig, ReportsAllProblemsUpToTwenty) {
  RawRig raw = MakeRaw();
  raw.bones[0].parent = 9;
  raw.bones[1].rest.scale.x = kNan;
  ExpectRefused(raw, "bone 0 (\"leg\")");
  ExpectRefused(raw, "bone 1 (\"spine\")");
  raw.bones.assign(50, RawBone{"b", 99, {}, {}});
  ExpectRefused(raw, "and 30 more");
}

TEST(Rig, OrdersParentsFirstAndPosesTheRest) {
  ASSERT_OK_AND_ASSIGN(const Rig rig, Rig::Build(MakeRaw()));
  EXPECT_THAT(rig.order(), ElementsAre(2, 0, 1));
  EXPECT_THAT(rig.parents(), ElementsAre(2, 2, -1));
  EXPECT_THAT(rig.Children()[2], ElementsAre(0, 1));
  EXPECT_TRUE(rig.has_skin());
  EXPECT_FALSE(rig.is_joint(0));
  EXPECT_TRUE(rig.IsAncestorOrSelf(2, 0));
  EXPECT_TRUE(rig.IsAncestorOrSelf(0, 0));
  EXPECT_FALSE(rig.IsAncestorOrSelf(0, 1));
  // The spine: one up, turned by 0.5 rad, doubled, above the hips at height 1.
  EXPECT_NEAR(rig.rest_world()[1][3][0], -2 * std::sin(0.5), 1e-12);
  EXPECT_NEAR(rig.rest_world()[1][3][1], 1 + 2 * std::cos(0.5), 1e-12);
}

TEST(Rig, FindsAJointBeforeANamesake) {
  RawRig raw = MakeRaw();
  raw.bones.push_back({"spine", -1, {}, std::nullopt});
  raw.bones.insert(raw.bones.begin(), {"spine", -1, {}, std::nullopt});
  for (RawBone& bone : raw.bones) bone.parent = -1;
  ASSERT_OK_AND_ASSIGN(const Rig rig, Rig::Build(raw));
  EXPECT_EQ(rig.FindBone("spine"), 2);
  EXPECT_EQ(rig.FindBone("leg"), 1);
  EXPECT_EQ(rig.FindBone("Spine"), -1);
  EXPECT_THAT(rig.DuplicateNames(), ElementsAre("spine"));
}

TEST(Rig, NormalisesOnceAndThenKeepsEveryBit) {
  RawRig raw = MakeRaw();
  raw.bones[0].rest.rotation = MakeQuat(0.1f, 0.2f, 0.3f, 0.927f);
  ASSERT_OK_AND_ASSIGN(const Rig rig, Rig::Build(raw));
  EXPECT_NEAR(glm::length(rig.rest()[0].rotation), 1.0, 1e-15);
  ASSERT_OK_AND_ASSIGN(const Rig again, Rig::Build(rig.ToRaw()));
  for (int bone = 0; bone < rig.num_bones(); ++bone) {
    EXPECT_EQ(again.rest()[bone].rotation, rig.rest()[bone].rotation);
    EXPECT_EQ(again.rest_world()[bone], rig.rest_world()[bone]);
  }
}

TEST(Rig, TakesTenThousandBonesInOneChain) {
  RawRig raw;
  for (int i = 0; i < kMaxBones; ++i) {
    raw.bones.push_back({"bone", i + 1 < kMaxBones ? i + 1 : -1, {Vec3(0, 1, 0)}, {}});
  }
  ASSERT_OK_AND_ASSIGN(const Rig rig, Rig::Build(raw));
  EXPECT_EQ(rig.rest_world()[0][3][1], kMaxBones);
  raw.bones.back().parent = 0;
  ExpectRefused(raw, "looping hierarchy");
}

TEST(Rig, WithProfileSortsRolesAndChecksBones) {
  ASSERT_OK_AND_ASSIGN(const Rig rig, Rig::Build(MakeRaw()));
  ASSERT_OK_AND_ASSIGN(const Rig with, rig.WithProfile(Profile{"x", 3, {{"spine", 1}, {"hips", 2}}}));
  EXPECT_EQ(with.profile()->roles[0].role, "hips");
  EXPECT_THAT(rig.WithProfile(Profile{"x", 3, {{"hips", -1}}}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("role hips maps to bone -1")));
}

}  // namespace
}  // namespace retarget
