#include "tests/support/pose_matchers.h"

#include "core/base/cat.h"
#include "core/clip/evaluate.h"
#include "core/math/hierarchy.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"

namespace retarget::testing {

namespace {

WorldPose PoseOfLocals(const Rig& rig, const std::vector<Transform>& locals) {
  WorldPose pose;
  pose.rotations = ComputeGlobalRotations(rig.parents(), rig.order(), locals);
  for (const Mat4& world : ComputeGlobals(rig.parents(), rig.order(), locals)) {
    pose.positions.push_back(TranslationOf(world));
  }
  return pose;
}

}  // namespace

WorldPose RestPoseOf(const Rig& rig) { return PoseOfLocals(rig, rig.rest()); }

WorldPose PoseOf(const Rig& rig, const Clip& clip, double time_s) {
  std::vector<Transform> locals = rig.rest();
  for (const Channel& channel : clip.channels) {
    Transform& local = locals.at(channel.bone);
    KeyCursor cursor;
    switch (channel.path) {
      case Path::kTranslation:
        local.translation = EvaluateVec3(channel, time_s, cursor);
        break;
      case Path::kRotation:
        local.rotation = EvaluateRotation(channel, time_s, cursor);
        break;
      case Path::kScale:
        local.scale = EvaluateVec3(channel, time_s, cursor);
        break;
    }
  }
  return PoseOfLocals(rig, locals);
}

void PoseError::AddAngle(const Quat& actual, const Quat& expected, const std::string& where) {
  const double angle = AngleBetween(actual, expected);
  // Written so that a NaN counts as the worst.
  if (angle <= angle_rad && angle_at != PoseError().angle_at) return;
  angle_rad = angle;
  angle_at = where;
}

void PoseError::AddDistance(double value, const std::string& where) {
  if (value <= distance && distance_at != PoseError().distance_at) return;
  distance = value;
  distance_at = where;
}

void PoseError::Add(const PoseError& other) {
  if (!(other.angle_rad <= angle_rad) || angle_at == PoseError().angle_at) {
    angle_rad = other.angle_rad;
    angle_at = other.angle_at;
  }
  if (!(other.distance <= distance) || distance_at == PoseError().distance_at) {
    distance = other.distance;
    distance_at = other.distance_at;
  }
}

std::string Describe(const PoseError& error) {
  return Cat("worst angle ", error.angle_rad * kDegreesPerRadian, " deg at ", error.angle_at, "; worst distance ",
             error.distance, " at ", error.distance_at);
}

}  // namespace retarget::testing
