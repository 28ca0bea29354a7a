#pragma once
// World poses of clips by plain forward kinematics, and one comparison of poses that names bone, angle and distance.

#include <string>
#include <vector>

#include "core/clip/clip.h"
#include "core/math/types.h"
#include "core/rig/rig.h"
#include "gmock/gmock.h"

namespace retarget::testing {

// World position and orientation of every bone, in rig order.
struct WorldPose {
  std::vector<Quat> rotations;
  std::vector<Vec3> positions;
};

// The pose of `rig` under `clip` at `time_s`; bones without a channel rest. Clip bones are rig bones by index.
WorldPose PoseOf(const Rig& rig, const Clip& clip, double time_s);
WorldPose RestPoseOf(const Rig& rig);

// The largest difference found so far and where.
struct PoseError {
  double angle_rad = 0.0;
  std::string angle_at = "no bone compared";
  double distance = 0.0;  // units of the caller
  std::string distance_at = "no bone compared";

  // Both keep the worst; `where` is kept with it.
  void AddAngle(const Quat& actual, const Quat& expected, const std::string& where);
  void AddDistance(double value, const std::string& where);
  void Add(const PoseError& other);
};

std::string Describe(const PoseError& error);

MATCHER_P2(IsWithin, angle_rad, distance, "") {
  *result_listener << Describe(arg);
  return arg.angle_rad <= angle_rad && arg.distance <= distance;
}

}  // namespace retarget::testing
