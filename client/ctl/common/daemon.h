#pragma once
// The daemon a command speaks to.

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "client/client.h"
#include "client/ctl/common/command_line.h"

namespace retarget::ctl {

struct DaemonOptions {
  std::string address = kDefaultAddress;
  double timeout_s = 120.0;  // for the whole call, > 0
};

// Adds --server (or RETARGETD_SERVER) and --timeout.
void AddDaemonOptions(Command& command, DaemonOptions& options);

// A client for the options; does not connect yet.
absl::StatusOr<std::unique_ptr<Client>> OpenClient(const DaemonOptions& options);

// `status`; where no daemon answered, with a hint how to start one, and `otherwise` (e.g. a way without a daemon).
absl::Status WithStartHint(const absl::Status& status, const std::string& otherwise = "");

}  // namespace retarget::ctl
