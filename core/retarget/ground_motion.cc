#include "core/retarget/ground_motion.h"

#include "core/math/matrix.h"
#include "core/math/quaternion.h"

namespace retarget {

RigidMotion RigidMotion::Inverse() const {
  const Quat back = glm::conjugate(turn);
  return {back, -(back * shift)};
}

RigidMotion GroundBelow(const CanonicalPose& pose, const Vec3& position, const Quat& rotation, bool turns) {
  const int hips = pose.BoneOf("hips");
  const Vec3& up = pose.frame.up;
  const Vec3 start = pose.bind.Position(hips);
  const Vec3 travel = position - start;
  const Vec3 level = start + travel - up * glm::dot(travel, up);
  RigidMotion ground;
  if (turns) ground.turn = SplitSwingTwist(rotation * glm::conjugate(pose.bind.rotation[hips]), up).twist;
  ground.shift = level - ground.turn * start;
  return ground;
}

void ApplyInPlace(const CanonicalPose& source, RootMotion mode, MotionFrame& frame) {
  if (mode != RootMotion::kInPlace && mode != RootMotion::kInPlaceNoTurn) return;
  const int hips = source.BoneOf("hips");
  const bool turns = mode == RootMotion::kInPlaceNoTurn;
  const RigidMotion back = GroundBelow(source, TranslationOf(frame.world[hips]), frame.rotation[hips], turns).Inverse();
  const Mat4 matrix = MatrixFromTransform({back.shift, back.turn, Vec3(1)});
  for (Mat4& world : frame.world) world = matrix * world;
  for (Quat& rotation : frame.rotation) rotation = Normalized(back.turn * rotation);
}

}  // namespace retarget
