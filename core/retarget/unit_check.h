#pragma once
// Refuses a clip whose translation keys are in other units than its rig.

#include "absl/status/status.h"
#include "core/clip/clip.h"
#include "core/retarget/canonical_pose.h"
#include "core/rig/rig.h"

namespace retarget {

// kInvalidArgument naming the channel, both numbers and what to do, where the keys do not fit the rest offsets: the
// middle one of all body bones below the hips has keys over 20 times as long as its rest offset, or under a 20th; or
// the hips stand over 20 times as high above their parent as at rest, or lie at a 50th to a 200th of it. No body does
// that; metres against centimetres are 100, inches 39. Bones with short offsets, and hips that rest level with their
// parent, say nothing. A clip that does not fit the rig is left to BindClip.
absl::Status CheckUnits(const Rig& rig, const CanonicalPose& pose, const Clip& clip);

}  // namespace retarget
