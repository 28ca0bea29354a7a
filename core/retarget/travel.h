#pragma once
// Decides, before any key is read, how much the target's hips travel and which bone takes root motion.

#include "absl/status/statusor.h"
#include "core/retarget/setup.h"

namespace retarget {

// What hips travel is multiplied by, as `options.hips_scale` says.
double TravelRatio(const RetargetSetup& setup, const BakeOptions& options);

// The target bone of role `root` where it stands above the hips, else the topmost bone above the hips (an armature or
// scene node will do); -1 where the hips are a root.
int FindRootBone(const Rig& rig, const Profile& profile);

// The target bone that takes root motion, or -1 where the hips take all of it. kKeep: the bone of role `root`, where
// the clip moves something above the source's hips. kRootFromHips: FindRootBone; kFailedPrecondition where there is
// none.
absl::StatusOr<int> ChooseRootBone(const SourceView& source, const Rig& target, const RetargetSetup& setup,
                                   RootMotion mode);

}  // namespace retarget
