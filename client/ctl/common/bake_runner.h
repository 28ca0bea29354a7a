#pragma once
// Runs a bake, through the daemon or in this process. Both give the same bytes.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/ctl/common/bake_inputs.h"
#include "client/ctl/common/console.h"
#include "client/ctl/common/daemon.h"
#include "core/retarget/options.h"

namespace retarget::ctl {

struct BakedClip {
  std::string key;     // of a local bake too: the daemon would give it the same
  std::string origin;  // "baked", "hit in memory", "hit on disk", "joined" or "local"
  std::string zanim;
  Clip clip;    // `zanim`, decoded
  Json report;  // null where the daemon lost it
  std::vector<std::string> warnings;
};

// `inputs.clip` must be present. Errors: as the daemon's Bake; kUnavailable comes with a hint how to start one.
absl::StatusOr<BakedClip> BakeThroughDaemon(const BakeInputs& inputs, const BakeOptions& options,
                                            const DaemonOptions& daemon, const Console& console);

// `inputs.clip` must be present. Errors: as BakeJob.
absl::StatusOr<BakedClip> BakeLocally(const BakeInputs& inputs, const BakeOptions& options, const Console& console);

}  // namespace retarget::ctl
