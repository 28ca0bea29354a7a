#pragma once
// Where the daemon may serve in this version: this machine only.

#include <string>

#include "absl/status/status.h"

namespace retarget {

// OK for 127.0.0.0/8, [::1], localhost with a port 0..65535, and unix:PATH with an absolute or relative PATH that fits
// a socket address. kInvalidArgument naming the address, why it is refused and what to write instead.
absl::Status CheckListenAddress(const std::string& address);

// Finds out before gRPC does, with a message for a person, why an address that passed CheckListenAddress cannot be
// served: kFailedPrecondition when another program has it, or this one may not. A unix socket file nobody listens on
// is no obstacle. Leaves nothing behind.
absl::Status ProbeListenAddress(const std::string& address);

}  // namespace retarget
