#pragma once
// Retargets one clip onto one rig. This is the whole of a bake; servers and tools only feed it.

#include "absl/status/status.h"
#include "core/clip/clip.h"
#include "core/retarget/options.h"
#include "core/retarget/plan.h"
#include "core/retarget/report.h"
#include "core/rig/rig.h"

namespace retarget {

struct BakeResult {
  Clip clip;  // on the target rig: bone_names are all its bones in order
  Plan plan;
  Report report;
};

// Pure and deterministic: same inputs, same bits out, on any machine and thread. Roles come from each rig's own profile
// where it has one, else from DeriveProfile.
struct BakeJob {
  // kInvalidArgument: a null pointer, options out of range, a malformed clip, a channel whose bone is not in the source
  // rig, keys in other units than the rig. kFailedPrecondition: a rig is not a humanoid (names the missing roles) or
  // has no usable zero pose.
  absl::Status Validate() const;
  // Validates, then fills `result`; on failure it is left as it was. kCancelled when `cancelled` turned true (asked
  // between blocks of frames). kInternal when the source moves and the output does not.
  absl::Status Run() const;

  // Inputs; must outlive the call.
  const Rig* source = nullptr;
  const Rig* target = nullptr;
  const Clip* clip = nullptr;
  BakeOptions options;
  bool (*cancelled)(void*) = nullptr;
  void* cancelled_context = nullptr;

  // Output.
  BakeResult* result = nullptr;
};

// The plan alone. `clip` may be null. Errors as BakeJob.
absl::StatusOr<Plan> MakePlan(const Rig& source, const Rig& target, const Clip* clip, const BakeOptions& options);

}  // namespace retarget
