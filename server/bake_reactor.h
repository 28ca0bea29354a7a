#pragma once
// RetargetService.Bake.

#include <chrono>

#include "grpcpp/support/server_callback.h"
#include "retarget/v1/retarget.pb.h"
#include "server/bake_pipeline.h"

namespace retarget {

// A reactor that deletes itself. It stops waiting when its caller leaves or the deadline passes. The messages must live
// until the call is done, as gRPC's do.
grpc::ServerUnaryReactor* StartBake(BakePipeline& pipeline, std::chrono::milliseconds retry_delay,
                                    const v1::BakeRequest& request, v1::BakeResponse& response);

}  // namespace retarget
