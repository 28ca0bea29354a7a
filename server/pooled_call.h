#pragma once
// A unary RPC whose work may block: runs on a pool, never on gRPC's few threads.

#include <chrono>
#include <functional>
#include <string_view>

#include "absl/status/status.h"
#include "grpcpp/server_context.h"
#include "grpcpp/support/server_callback.h"
#include "server/worker_pool.h"

namespace retarget {

// Runs `work` on `pool` and finishes the call with its status; `work` fills the response. A call whose caller has left
// by then is not worked on; a full pool refuses with `retry_delay`. `rpc` is a literal, for the log.
grpc::ServerUnaryReactor* RunOnPool(grpc::CallbackServerContext* context, WorkerPool& pool, std::string_view rpc,
                                    std::chrono::milliseconds retry_delay, std::function<absl::Status()> work);

}  // namespace retarget
