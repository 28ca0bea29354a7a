#pragma once
// The flags of `bake` and `plan` that say how to bake.

#include <string>

#include "absl/status/statusor.h"
#include "client/ctl/common/command_line.h"
#include "core/retarget/options.h"

namespace retarget::ctl {

// What was typed; must live as long as the command line.
struct BakeFlags {
  BakeOptions options;
  std::string feet = "flat", root_motion = "keep", hips_scale = "height", floor = "keep", scale_keys = "drop";
};

void AddBakeFlags(Command& command, BakeFlags& flags);

// kInvalidArgument listing every flag that is out of range.
absl::StatusOr<BakeOptions> OptionsOf(const BakeFlags& flags);

}  // namespace retarget::ctl
