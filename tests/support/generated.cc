#include "tests/support/generated.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

#include "core/base/cat.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/sample/random.h"

namespace retarget::testing {

namespace {

constexpr std::array kAxes = {RestAxis::kIdentity, RestAxis::kWorldAtBind, RestAxis::kYAlongBone, RestAxis::kXAlongBone,
                              RestAxis::kRandom};
constexpr std::array kAxisNames = {"identity", "world-at-bind", "y-along", "x-along", "random"};
constexpr std::array kPoses = {PoseStyle::kT, PoseStyle::kA, PoseStyle::kI, PoseStyle::kWalkStart};
constexpr std::array kPoseNames = {"T", "A", "I", "walk-start"};
constexpr std::array kParents = {Parents::kNone, Parents::kArmatureMinus90X, Parents::kScale001, Parents::kScale100,
                                 Parents::kPlainNode};
constexpr std::array kParentNames = {"no parent", "armature -90 X", "scale 0.01", "scale 100", "plain node"};
constexpr std::array kNamings = {Naming::kMixamo, Naming::kUnreal, Naming::kVrm, Naming::kNumbered};

template <typename List>
auto Draw(Random& random, const List& list) {
  return list[random.Below(static_cast<int>(list.size()))];
}

Proportions RandomProportions(Random& random) {
  Proportions p;
  for (double* length : {&p.hips_height, &p.thigh_share, &p.ankle_height, &p.foot_length, &p.hip_half_width,
                         &p.trunk_length, &p.neck_length, &p.head_length, &p.shoulder_half_width, &p.upper_arm_length,
                         &p.forearm_length, &p.hand_length}) {
    *length *= random.Uniform(0.8, 1.25);
  }
  return p;
}

// The motion role of a bone, or of the body bone it rides on; empty above the hips.
std::string DriverOf(const GeneratedRig& rig, int bone) {
  while (bone >= 0 && rig.motion_roles[bone].empty()) bone = rig.rig.parents()[bone];
  return bone < 0 ? "" : rig.motion_roles[bone];
}

// Trunks of other lengths share their ends only.
bool Moves(const GeneratedRig& source, const std::string& motion_role) {
  const std::vector<std::string>& roles = source.motion_roles;
  return std::find(roles.begin(), roles.end(), motion_role) != roles.end();
}

}  // namespace

RigStyle RandomStyle(uint64_t seed) {
  Random random(seed * 7919 + 17);
  RigStyle style;
  style.name = Cat("rig", seed);
  style.seed = seed;
  style.rest_axis = Draw(random, kAxes);
  style.pose = Draw(random, kPoses);
  style.parents = Draw(random, kParents);
  style.naming = Draw(random, kNamings);
  style.facing_yaw_rad = random.Coin() ? 0.5 * kPi * random.Below(4) : random.Uniform(-kPi, kPi);
  style.scale = std::array{1.0, 0.01, 100.0, 1.7}[random.Below(4)];
  style.proportions = RandomProportions(random);
  style.fingers = random.Coin();
  style.tips = random.Coin();
  style.skin = random.Below(4) != 0;
  style.skin_in_parent_space = style.skin && random.Coin();
  style.rest_is_posed = style.skin && random.Below(3) == 0;
  style.shuffle = random.Coin();
  return style;
}

std::string Describe(const RigStyle& style) {
  const auto name = [](const auto& names, auto value) { return names[static_cast<size_t>(value)]; };
  return Cat("seed ", style.seed, ": ", name(kAxisNames, style.rest_axis), ", ", name(kPoseNames, style.pose), ", ",
             name(kParentNames, style.parents), ", yaw ", style.facing_yaw_rad, ", scale ", style.scale, ", spine ",
             style.spine_count, style.skin ? ", skin" : "", style.skin_in_parent_space ? " in parent space" : "",
             style.rest_is_posed ? ", posed rest" : "", style.shuffle ? ", shuffled" : "",
             style.level_soles ? "" : ", tilted soles");
}

GeneratedRig MustGenerate(const RigStyle& style) {
  absl::StatusOr<GeneratedRig> rig = GenerateRig(style);
  if (!rig.ok()) {
    std::fprintf(stderr, "%s\n", rig.status().ToString().c_str());
    std::abort();
  }
  return *std::move(rig);
}

PoseError ErrorAgainst(const GeneratedRig& rig, const Clip& clip, const AnalyticMotion& motion, double time_s,
                       const GeneratedRig* source, FeetFrom feet) {
  const WorldPose actual = PoseOf(rig.rig, clip, time_s);
  const std::vector<Quat> expected = AnalyticRotations(rig, motion, time_s, feet);
  PoseError error;
  for (int bone = 0; bone < rig.rig.num_bones(); ++bone) {
    const std::string driver = DriverOf(rig, bone);
    if (driver.empty() || (source != nullptr && !Moves(*source, driver))) continue;
    error.AddAngle(actual.rotations[bone], expected[bone],
                   Cat(rig.rig.bone_names()[bone], " (", driver, ") at ", time_s, " s"));
  }
  const Vec3 hips = actual.positions[rig.BoneOf("hips")];
  const double distance = Length(hips - AnalyticHips(rig, motion, time_s)) / rig.hips_height;
  error.AddDistance(distance, Cat("hips at ", time_s, " s"));
  return error;
}

}  // namespace retarget::testing
