#pragma once
// The source seen in a mirror: left and right exchanged across the sagittal plane, before anything is retargeted.
//
// The mirror stands at world x = 0: every local transform becomes its reflection (translation x negated, rotation
// x, -y, -z, w), which reflects every world transform too, and each role goes to the bone of its twin. The image is a
// rig and a clip like any other, with a body frame and a T-pose of its own; where the mirror stood cancels out, since a
// bake compares characters in their own frames. Only signs change, so mirroring twice gives the same bits.

#include "core/clip/clip.h"
#include "core/rig/profile.h"
#include "core/rig/rig.h"

namespace retarget {

// The mirror image of `rig`: same bones, names and order. Its profile, where it has one, is the mirrored one.
Rig MirroredRig(const Rig& rig);

// The mirror image of `clip`, for the mirrored rig. Channels keep their bones and times.
Clip MirroredClip(const Clip& clip);

// Left roles on right bones and the other way round. A role whose twin is missing goes over alone; a role without a
// side stays.
Profile MirroredProfile(const Profile& profile);

}  // namespace retarget
