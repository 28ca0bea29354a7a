#pragma once
// Small rigs for codec tests.

#include "core/math/quaternion.h"
#include "core/rig/rig.h"
#include "gtest/gtest.h"

namespace retarget::testing {

inline Rig BuildOrDie(RawRig raw) {
  absl::StatusOr<Rig> rig = Rig::Build(std::move(raw));
  EXPECT_TRUE(rig.ok()) << rig.status();
  return *std::move(rig);
}

// The worked example of core/rig/FORMAT.md: one joint above one plain bone, and a profile.
inline Rig ExampleRig() {
  RawRig raw{"doll", {}, Profile{"vrm", 2, {{"hips", 0}}}};
  raw.bones = {{"Hips", -1, {Vec3(0, 1, 0)}, Mat4(1.0)}, {"Head", 0, {Vec3(0, 0.5, 0)}, std::nullopt}};
  (*raw.bones[0].inverse_bind)[3][1] = -1.0;
  return BuildOrDie(std::move(raw));
}

// Awkward numbers, duplicate and odd names, a child before its parent, roles on awkward names.
inline Rig AwkwardRig() {
  RawRig raw{"a \"rig\"\n", {}, Profile{"hand: made", 9, {}}};
  const Quat turn = AxisAngle(UnitOr(Vec3(1, 2, 3), Vec3(1, 0, 0)), 0.1);
  Mat4 bind(0.1);
  bind[2][1] = -0.0;
  bind[3][0] = 1.0 / 3.0;
  raw.bones = {{"b", 1, {Vec3(0.1, -0.0, 1e-300), turn, Vec3(-1, 0, 1e10)}, bind},
               {"a", -1, {Vec3(1.0 / 3.0), Quat(-1, 0, 0, 0), Vec3(1)}, std::nullopt},
               {"b", 1, {}, Mat4(1.0)},
               {"", 0, {}, std::nullopt},
               {"b@0", 0, {}, std::nullopt},
               {"mixamorig:Spine", 1, {}, std::nullopt},
               {"x: #y 'z' \"w\"\t\xE9\xAA\xA8", 1, {}, std::nullopt},
               {"null", 1, {}, std::nullopt},
               {"- 12", 1, {}, std::nullopt}};
  const std::string_view roles[] = {"hips", "spine", "neck", "head", "leftarm", "tail one", "~", "Zebra", "yes"};
  for (int bone = 0; bone < 9; ++bone) raw.profile->Set(roles[bone], bone);
  return BuildOrDie(std::move(raw));
}

}  // namespace retarget::testing
