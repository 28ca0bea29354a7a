#include "tests/core/retarget/figure.h"

#include <random>
#include <vector>

#include "core/math/hierarchy.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "gtest/gtest.h"

namespace retarget::testing {
namespace {

struct FigureBone {
  std::string role, parent;
  Vec3 offset;  // from parent, T pose, metres, +X left
};

std::vector<FigureBone> Bones(double leg) {
  std::vector<FigureBone> bones = {{"hips", "", {0, 0.98, 0}},        {"spine", "hips", {0, 0.1, 0}},
                                   {"spine1", "spine", {0, 0.12, 0}}, {"spine2", "spine1", {0, 0.12, 0.01}},
                                   {"neck", "spine2", {0, 0.18, 0}},  {"head", "neck", {0, 0.1, 0.02}}};
  for (const auto& [side, x] : {std::pair<std::string, double>{"left", 1.0}, {"right", -1.0}}) {
    bones.push_back({side + "shoulder", "spine2", {0.06 * x, 0.14, 0}});
    bones.push_back({side + "arm", side + "shoulder", {0.12 * x, 0.0, -0.02}});
    bones.push_back({side + "forearm", side + "arm", {0.28 * x, 0, 0}});
    bones.push_back({side + "hand", side + "forearm", {0.25 * x, 0, 0}});
    bones.push_back({side + "upleg", "hips", {0.1 * x, -0.06, 0}});
    bones.push_back({side + "leg", side + "upleg", {0, -0.42 * leg, 0}});
    bones.push_back({side + "foot", side + "leg", {0, -0.42 * leg, 0}});
    bones.push_back({side + "toebase", side + "foot", {0, -0.06, 0.14}});
  }
  bones[0].offset.y = 0.06 + 0.84 * leg + 0.08;
  return bones;
}

Quat RandomFrame(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return Normalized(MakeQuat(normal(random), normal(random), normal(random), normal(random)));
}

}  // namespace

RawRig MakeRawFigure(const FigureStyle& style) {
  const std::vector<FigureBone> bones = Bones(style.leg_share);
  const Quat yaw = AxisAngle(Vec3(0, 1, 0), style.yaw_deg / kDegreesPerRadian);
  std::mt19937_64 random(style.frames_seed);
  std::map<std::string, int> index;
  std::vector<Mat4> world;
  RawRig raw;
  raw.name = "figure";
  raw.profile = Profile{"test", static_cast<int>(bones.size()), {}};
  std::vector<Vec3> place;
  std::vector<Quat> turn;  // from T pose
  for (const FigureBone& bone : bones) {
    const int parent = bone.parent.empty() ? -1 : index.at(bone.parent);
    const double drop = style.arm_below_horizontal_deg / kDegreesPerRadian;
    Quat t = parent < 0 ? kIdentityRotation : turn[parent];
    if (bone.role == "leftarm") t = AxisAngle(Vec3(0, 0, 1), -drop);
    if (bone.role == "rightarm") t = AxisAngle(Vec3(0, 0, 1), drop);
    const Vec3 at = parent < 0 ? bone.offset : place[parent] + turn[parent] * bone.offset;
    turn.push_back(t);
    place.push_back(at);
    const Quat frame = style.frames_seed == 0 ? kIdentityRotation : RandomFrame(random);
    world.push_back(MatrixFromTransform({yaw * at * style.scale, yaw * t * frame, Vec3(1)}));
    const int me = static_cast<int>(raw.bones.size());
    index[bone.role] = me;
    RawBone out;
    out.name = bone.role;
    out.parent = parent;
    out.rest = TransformFromMatrix(parent < 0 ? world[me] : AffineInverse(world[parent]) * world[me]);
    out.rest.scale = Vec3(1);
    if (style.skin) out.inverse_bind = AffineInverse(world[me]);
    raw.profile->Set(bone.role, me);
    if (style.rest_bend_deg != 0 && (bone.role == "leftforearm" || bone.role == "rightforearm")) {
      const Vec3 axis = UnitOr(Vec3(0.3, 0.8, 0.5), Vec3(0));
      out.rest.rotation = out.rest.rotation * AxisAngle(axis, style.rest_bend_deg / kDegreesPerRadian);
    }
    raw.bones.push_back(out);
  }
  return raw;
}

Rig MakeFigure(const FigureStyle& style) {
  absl::StatusOr<Rig> rig = Rig::Build(MakeRawFigure(style));
  EXPECT_TRUE(rig.ok()) << rig.status();
  return *std::move(rig);
}

}  // namespace retarget::testing
