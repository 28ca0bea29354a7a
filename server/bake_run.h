#pragma once
// The bake itself as the pipeline runs it; tests put a slow or failing one in its place.

#include <atomic>
#include <functional>

#include "absl/status/statusor.h"
#include "core/retarget/bake.h"
#include "server/bake_inputs.h"

namespace retarget {

// Bakes `inputs` (its clip is there). Ends early with kCancelled when `abandoned` turns true.
using BakeRun = std::function<absl::StatusOr<BakeResult>(const BakeInputs& inputs, const std::atomic<bool>& abandoned)>;

// The real one: BakeJob.
absl::StatusOr<BakeResult> RunBakeJob(const BakeInputs& inputs, const std::atomic<bool>& abandoned);

}  // namespace retarget
