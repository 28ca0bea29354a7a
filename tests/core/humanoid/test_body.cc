#include "tests/core/humanoid/test_body.h"

#include <algorithm>
#include <random>

#include "core/base/cat.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/rig/roles.h"
#include "gtest/gtest.h"

namespace retarget::testing {
namespace {

struct Place {
  const char* role;  // of the left side or the middle
  const char* parent;
  Vec3 position;
};

// An adult of 1.7 m; elbows a little behind and knees a little before the straight line.
const Place kPlaces[] = {
    {"hips", "", {0, 0.95, 0}},
    {"spine", "hips", {0, 1.05, 0}},
    {"spine1", "spine", {0, 1.17, -0.01}},
    {"spine2", "spine1", {0, 1.29, -0.02}},
    {"neck", "spine2", {0, 1.47, -0.02}},
    {"head", "neck", {0, 1.56, 0.01}},
    {"leftshoulder", "spine2", {0.04, 1.42, -0.01}},
    {"leftarm", "leftshoulder", {0.17, 1.41, -0.02}},
    {"leftforearm", "leftarm", {0.45, 1.41, -0.03}},
    {"lefthand", "leftforearm", {0.70, 1.41, -0.02}},
    {"leftupleg", "hips", {0.09, 0.91, 0}},
    {"leftleg", "leftupleg", {0.10, 0.50, 0.01}},
    {"leftfoot", "leftleg", {0.10, 0.09, -0.03}},
    {"lefttoebase", "leftfoot", {0.11, 0.02, 0.10}},
};

struct FingerPlace {
  const char* finger;
  Vec3 root, step;
};
const FingerPlace kFingerPlaces[] = {
    {"thumb", {0.72, 1.39, 0.02}, {0.025, -0.01, 0.02}}, {"index", {0.80, 1.41, 0.01}, {0.035, 0, 0}},
    {"middle", {0.81, 1.41, -0.02}, {0.04, 0, 0}},       {"ring", {0.80, 1.41, -0.045}, {0.035, 0, 0}},
    {"pinky", {0.79, 1.405, -0.065}, {0.03, 0, 0}},
};

struct RolePlace {
  std::string role, parent;
  Vec3 position;
};

std::vector<RolePlace> AllPlaces() {
  std::vector<RolePlace> out;
  for (const Place& place : kPlaces) out.push_back({place.role, place.parent, place.position});
  for (const FingerPlace& finger : kFingerPlaces) {
    for (int joint = 1; joint <= 3; ++joint) {
      const std::string parent = joint == 1 ? "lefthand" : Cat("lefthand", finger.finger, joint - 1);
      out.push_back({Cat("lefthand", finger.finger, joint), parent, finger.root + finger.step * double(joint - 1)});
    }
  }
  const size_t left_and_middle = out.size();
  for (size_t i = 0; i < left_and_middle; ++i) {
    if (SideOfRole(out[i].role) == 0) continue;
    out.push_back({MirroredRole(out[i].role), MirroredRole(out[i].parent), out[i].position * Vec3(-1, 1, 1)});
  }
  return out;
}

const RolePlace& PlaceOfRole(const std::vector<RolePlace>& places, const std::string& role) {
  return *std::find_if(places.begin(), places.end(), [&](const RolePlace& p) { return p.role == role; });
}

Quat RandomRotation(std::mt19937& random) {
  const auto draw = [&] { return static_cast<double>(random()) / 4294967295.0 * 2.0 - 1.0; };
  return Normalized(MakeQuat(draw(), draw(), draw(), draw() + 1e-3));
}

Mat4 BodyTransform(const RigStyle& style) {
  const Quat yaw = AxisAngle(Vec3(0, 1, 0), style.yaw_deg / kDegreesPerRadian);
  const Quat up = style.z_up ? AxisAngle(Vec3(1, 0, 0), kPi / 2) : kIdentityRotation;
  return MatrixFromTransform({.rotation = up * yaw, .scale = Vec3(style.scale)});
}

}  // namespace

Rig MakeRig(const std::vector<TestBone>& bones, const RigStyle& style) {
  std::mt19937 random(style.seed);
  const Mat4 body = BodyTransform(style);
  std::map<std::string, int> index;
  std::vector<Mat4> world;
  RawRig raw;
  for (const TestBone& bone : bones) {
    Transform frame{.translation = TransformPoint(body, bone.position)};
    if (style.random_rest) frame.rotation = RandomRotation(random);
    world.push_back(MatrixFromTransform(frame));
    RawBone out{.name = bone.name};
    if (!bone.parent.empty()) out.parent = index.at(bone.parent);
    const Mat4 above = out.parent < 0 ? Mat4(1.0) : world[out.parent];
    out.rest = TransformFromMatrix(AffineInverse(above) * world.back());
    const bool unskinned =
        std::find(style.unskinned.begin(), style.unskinned.end(), bone.name) != style.unskinned.end();
    if (style.skin && !unskinned) out.inverse_bind = AffineInverse(world.back());
    index[bone.name] = static_cast<int>(raw.bones.size());
    raw.bones.push_back(out);
  }
  absl::StatusOr<Rig> rig = Rig::Build(std::move(raw));
  EXPECT_TRUE(rig.ok()) << rig.status().ToString();
  return *std::move(rig);
}

std::vector<TestBone> Body(const std::map<std::string, std::string>& names) {
  const std::vector<RolePlace> places = AllPlaces();
  std::vector<TestBone> bones;
  for (const RolePlace& place : places) {
    const auto name = names.find(place.role);
    if (name == names.end()) continue;
    std::string parent = place.parent;
    while (!parent.empty() && !names.contains(parent)) parent = PlaceOfRole(places, parent).parent;
    bones.push_back({name->second, parent.empty() ? "" : names.at(parent), place.position});
  }
  return bones;
}

std::map<std::string, std::string> RoleNames() {
  std::map<std::string, std::string> names;
  for (const std::string_view role : BodyRoles()) names[std::string(role)] = std::string(role);
  return names;
}

std::map<std::string, std::string> RoleAndFingerNames() {
  std::map<std::string, std::string> names;
  for (const RolePlace& place : AllPlaces()) names[place.role] = place.role;
  return names;
}

Vec3 PlaceOf(const std::string& role) {
  const std::vector<RolePlace> places = AllPlaces();
  return PlaceOfRole(places, role).position;
}

}  // namespace retarget::testing
