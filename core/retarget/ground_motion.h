#pragma once
// The ground a character takes along: the horizontal travel of its hips and their turn about up. Root motion is this
// ground given to a root bone, in-place motion is this ground taken away.

#include "core/math/types.h"
#include "core/retarget/canonical_pose.h"
#include "core/retarget/clip_motion.h"
#include "core/retarget/options.h"

namespace retarget {

// p -> turn * p + shift, world space.
struct RigidMotion {
  Quat turn = kIdentityRotation;
  Vec3 shift{0};

  Vec3 Of(const Vec3& p) const { return turn * p + shift; }
  RigidMotion Inverse() const;
};

// The motion since bind of the ground below hips that are at `position` with orientation `rotation` (world): it carries
// the spot below the hips' bind to the spot below `position`, and, with `turns`, turns as the hips do about up (the
// twist of swing * twist; none where they hang upside down). Hips seen from this ground never leave their spot.
RigidMotion GroundBelow(const CanonicalPose& pose, const Vec3& position, const Quat& rotation, bool turns);

// Takes the ground away from a frame of the source, for the in-place modes; other modes leave the frame alone.
void ApplyInPlace(const CanonicalPose& source, RootMotion mode, MotionFrame& frame);

}  // namespace retarget
