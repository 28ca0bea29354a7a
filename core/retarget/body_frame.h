#pragma once
// The character's own frame: which way is up, left and forward, where its hips are and how high.

#include "absl/status/statusor.h"
#include "core/math/types.h"
#include "core/retarget/bind_pose.h"
#include "core/rig/profile.h"
#include "core/rig/rig.h"

namespace retarget {

struct BodyFrame {
  // Columns left, up, forward: a direction of the character frame turned into the world.
  Quat world_from_character = kIdentityRotation;
  Vec3 up{0, 1, 0};
  Vec3 origin{0, 0, 0};      // hips at bind, world
  double hips_height = 1.0;  // hips above the lowest foot or toe bone at bind along `up`, world units

  Vec3 ToCharacter(const Vec3& world_direction) const;
  // Rotation of a bone in the world -> in the character frame.
  Quat ToCharacter(const Quat& world_rotation) const;
};

// up = the world axis within 25 degrees of hips -> neck (or head), else that line itself; left = unit hip line + unit
// shoulder line, at right angles to up; forward = left x up. Where hips stand at floor level (under 0.4 leg lengths)
// the leg's length is the height. (quality.md, insights 2 and 3.)
//
// kFailedPrecondition when the pose has no frame (hip line along up, legs without length), or is no usable zero pose: a
// thigh more than 60 degrees off down, an upper arm within 30 degrees of up, both arms on one side (insight 11).
absl::StatusOr<BodyFrame> FindBodyFrame(const Rig& rig, const Profile& profile, const BindPose& bind);

}  // namespace retarget
