#pragma once
// RetargetService.FetchBake.

#include <chrono>

#include "grpcpp/support/server_callback.h"
#include "retarget/v1/retarget.pb.h"
#include "server/bake_pipeline.h"

namespace retarget {

// A reactor that deletes itself. The store is read on the pipeline's io pool; chunks follow as the caller takes them.
grpc::ServerWriteReactor<v1::FetchBakeResponse>* StartFetch(BakePipeline& pipeline,
                                                            std::chrono::milliseconds retry_delay,
                                                            const v1::FetchBakeRequest& request);

}  // namespace retarget
