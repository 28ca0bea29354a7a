#pragma once
// Makes the turns from bind to T-pose mirror images of each other across the sagittal plane (x = 0 of the character).

#include <optional>
#include <vector>

#include "core/math/types.h"
#include "core/retarget/canonical_pose.h"

namespace retarget {

// Reflection across x = 0: of a direction, and of a rotation (the mirrored motion).
Vec3 Mirrored(const Vec3& v);
Quat Mirrored(const Quat& q);

// `turns`: per bone, rotation in the character frame from bind to T-pose; bones without one follow their parent. Each
// left/right pair gets the average of one turn and the other's mirror image, then both segments swing onto their common
// mirrored direction; trunk segments swing into the sagittal plane. Aimed limb segments stay on their axes.
void SymmetrizeTurns(const CanonicalPose& pose, std::vector<std::optional<Quat>>& turns);

}  // namespace retarget
