#include "client/ctl/common/daemon.h"

#include "core/base/cat.h"

namespace retarget::ctl {
namespace {

// A person waits: two further tries within half a second, enough for a daemon that is just starting.
constexpr int kMostAttempts = 3;

}  // namespace

void AddDaemonOptions(Command& command, DaemonOptions& options) {
  command.TextOrVariable("--server", "RETARGETD_SERVER", options.address, "Daemon: host:port or unix:PATH");
  command.PositiveNumber("--timeout", options.timeout_s, "Seconds to wait for the daemon");
}

absl::StatusOr<std::unique_ptr<Client>> OpenClient(const DaemonOptions& options) {
  ClientOptions client;
  client.address = options.address;
  client.deadline = std::chrono::milliseconds(static_cast<int64_t>(options.timeout_s * 1000.0));
  client.retry.most_attempts = kMostAttempts;
  return Client::Create(client);
}

absl::Status WithStartHint(const absl::Status& status, const std::string& otherwise) {
  if (status.code() != absl::StatusCode::kUnavailable) return status;
  return absl::UnavailableError(Cat(std::string(status.message()),
                                    "\nStart one with `retargetd --data-dir DIR`, or name another with --server",
                                    otherwise.empty() ? "." : Cat("; ", otherwise, ".")));
}

}  // namespace retarget::ctl
