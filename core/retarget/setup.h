#pragma once
// Everything about a pair of rigs that does not depend on time: roles, canonical poses and the plan.

#include "absl/status/statusor.h"
#include "core/humanoid/derive_profile.h"
#include "core/retarget/canonical_pose.h"
#include "core/retarget/options.h"
#include "core/retarget/plan.h"
#include "core/retarget/source_view.h"
#include "core/rig/rig.h"

namespace retarget {

struct RetargetSetup {
  HumanoidAnswer source_answer, target_answer;
  CanonicalPose source, target;
  Plan plan;
};

// `source` as ViewSource made it from `options`. kFailedPrecondition: a rig is no humanoid (with the missing roles),
// has no usable zero pose, or the target has no bone for the root motion asked for. kInvalidArgument: the clip's
// keys are in other units than the source rig (CheckUnits).
absl::StatusOr<RetargetSetup> PrepareRetarget(const SourceView& source, const Rig& target, const BakeOptions& options);

// One side of the above.
absl::StatusOr<CanonicalPose> PoseOfHumanoid(const Rig& rig, const HumanoidAnswer& answer, bool symmetrize);

}  // namespace retarget
