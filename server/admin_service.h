#pragma once
// AdminService on the callback API.

#include <chrono>
#include <string>

#include "retarget/v1/admin.grpc.pb.h"
#include "server/bake_pipeline.h"

namespace retarget {

class AdminServiceImpl final : public v1::AdminService::CallbackService {
 public:
  // `pipeline` must outlive the server this is registered with. Uptime counts from here.
  AdminServiceImpl(BakePipeline* pipeline, std::chrono::milliseconds retry_delay)
      : pipeline_(*pipeline), retry_delay_(retry_delay), start_(std::chrono::steady_clock::now()) {}

  grpc::ServerUnaryReactor* ClearCache(grpc::CallbackServerContext* context, const v1::ClearCacheRequest* request,
                                       v1::ClearCacheResponse* response) override;
  grpc::ServerUnaryReactor* GetStats(grpc::CallbackServerContext* context, const v1::GetStatsRequest* request,
                                     v1::GetStatsResponse* response) override;

 private:
  absl::Status FillStats(v1::GetStatsResponse& response) const;

  BakePipeline& pipeline_;
  const std::chrono::milliseconds retry_delay_;
  const std::chrono::steady_clock::time_point start_;
};

}  // namespace retarget
