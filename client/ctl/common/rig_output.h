#pragma once
// Writes a rig in the format the output's extension asks for: .glb (skeleton only), .zmsh or .json (rig.json).

#include <string>

#include "absl/status/status.h"
#include "client/ctl/common/files.h"
#include "core/rig/rig.h"

namespace retarget::ctl {

// kInvalidArgument: not one of the formats, or no file can be written there.
absl::Status CheckRigOutput(const std::string& output);

absl::Status WriteRig(const std::string& output, const Rig& rig);

}  // namespace retarget::ctl
