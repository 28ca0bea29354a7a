#include "server/bake_run.h"

#include "core/base/status_macros.h"

namespace retarget {

absl::StatusOr<BakeResult> RunBakeJob(const BakeInputs& inputs, const std::atomic<bool>& abandoned) {
  BakeResult result;
  BakeJob job;
  job.source = &inputs.source;
  job.target = &inputs.target;
  job.clip = &*inputs.clip;
  job.options = inputs.options;
  job.cancelled = [](void* flag) { return static_cast<const std::atomic<bool>*>(flag)->load(); };
  job.cancelled_context = const_cast<std::atomic<bool>*>(&abandoned);
  job.result = &result;
  RETURN_IF_ERROR(job.Run());
  return result;
}

}  // namespace retarget
