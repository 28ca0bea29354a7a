#pragma once
// Turns made by hand (`poses:` of a profile), put on top of a solved canonical pose.

#include "core/retarget/canonical_pose.h"
#include "core/rig/rig.h"

namespace retarget {

// Turns orientations of `pose` by the poses of its profile. What a turned bone carries turns along; the turn of a bone
// below is about the character's axes as if nothing above were turned. Feet and toes are turned in `bind_orientation`
// too, the reference of `feet: flat`, by their own turns only. One line per pose goes to the warnings, so that nobody
// wonders why a limb is off.
void ApplyHandPoses(const Rig& rig, CanonicalPose& pose);

}  // namespace retarget
