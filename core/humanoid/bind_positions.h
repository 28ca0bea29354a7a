#pragma once
// Where the bones stand at bind: the pose the mesh was skinned in, which is a character's neutral pose far more often
// than the stored rest pose is (exporters leave frames of clips there, up to 95 degrees away).

#include <vector>

#include "core/math/types.h"
#include "core/rig/rig.h"

namespace retarget {

// One position per bone, in world space up to a rigid turn of the whole body: the topmost joint stays at rest, every
// joint below it takes its bind transform relative to the joint above (inv(IBM) of both), and a bone without an inverse
// bind rides on its parent by its rest transform. Without a skin this is the rest pose. All values are finite.
std::vector<Vec3> BindPositions(const Rig& rig);

}  // namespace retarget
