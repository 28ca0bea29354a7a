#pragma once
// Where the mesh was skinned: the bind pose of a rig in world space.

#include <vector>

#include "core/math/types.h"
#include "core/rig/profile.h"
#include "core/rig/rig.h"

namespace retarget {

// World space, bone order. Differs from the rest pose where a file was saved in a posed frame.
struct BindPose {
  std::vector<Mat4> world;
  std::vector<Quat> rotation;  // nearest rotation of `world`
  // Largest angle between a joint's parent-relative rotation at rest and at bind, radians; 0 without a skin.
  double rest_vs_bind_rad = 0.0;

  Vec3 Position(int bone) const;
};

// Inverse bind matrices give the pose of every joint up to one placement of skin space in the world, M with
// world = M * inverse(inverse_bind). Where rest and bind are one pose every joint names the same M. Where rest is
// posed, the static nodes above `hips` and beside the skeleton are better witnesses than any moved joint: those whose
// scale fits (0.7..1.4) compete by median position misfit. Bones outside the skin ride on their parent's bind by the
// rest offset; without a skin (or with the hips outside it) the rest pose is all there is. (quality.md, insight 1.)
BindPose SolveBindPose(const Rig& rig, const Profile& profile);

}  // namespace retarget
