#pragma once
// Calls an RPC by name with serialised bytes, for services whose messages are not generated here.

#include <memory>
#include <string>

#include "grpcpp/channel.h"

namespace retarget {

// The first message of the answer; the test fails when the call does.
std::string RawCall(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
                    const std::string& request);

}  // namespace retarget
