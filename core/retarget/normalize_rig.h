#pragma once
// The rig re-posed to its canonical T-pose.

#include <vector>

#include "absl/status/statusor.h"
#include "core/retarget/canonical_pose.h"
#include "core/rig/rig.h"

namespace retarget {

struct NormalizedRig {
  // Same bones and order; the rest pose is the T-pose and, for joints, inverse binds match it.
  Rig rig;
  std::vector<LimbDistance> distances;
  double rest_vs_bind_deg = 0;  // largest parent-relative angle between the stored rest and the bind pose
  double hips_height = 0;       // canonical hips above the lowest foot or toe, in rig units
};

// relative (symmetrize = false): offsets and lengths untouched, only rotations change. symmetrize: left and right are
// mirrored averages, so the bind is absolutely symmetric. kFailedPrecondition: not a humanoid, or no usable pose.
absl::StatusOr<NormalizedRig> NormalizeRig(const Rig& rig, bool symmetrize);

}  // namespace retarget
