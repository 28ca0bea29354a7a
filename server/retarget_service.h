#pragma once
// RetargetService on the callback API: every method returns at once, the work runs on the pipeline's pools.

#include <chrono>

#include "retarget/v1/retarget.grpc.pb.h"
#include "server/bake_pipeline.h"

namespace retarget {

class RetargetServiceImpl final : public v1::RetargetService::CallbackService {
 public:
  // `pipeline` must outlive the server this is registered with. `retry_delay` is told to refused callers.
  RetargetServiceImpl(BakePipeline* pipeline, std::chrono::milliseconds retry_delay)
      : pipeline_(*pipeline), retry_delay_(retry_delay) {}

  grpc::ServerUnaryReactor* Bake(grpc::CallbackServerContext* context, const v1::BakeRequest* request,
                                 v1::BakeResponse* response) override;
  grpc::ServerWriteReactor<v1::FetchBakeResponse>* FetchBake(grpc::CallbackServerContext* context,
                                                             const v1::FetchBakeRequest* request) override;
  grpc::ServerUnaryReactor* Plan(grpc::CallbackServerContext* context, const v1::PlanRequest* request,
                                 v1::PlanResponse* response) override;
  grpc::ServerUnaryReactor* DeriveProfile(grpc::CallbackServerContext* context, const v1::DeriveProfileRequest* request,
                                          v1::DeriveProfileResponse* response) override;
  grpc::ServerUnaryReactor* NormalizeRig(grpc::CallbackServerContext* context, const v1::NormalizeRigRequest* request,
                                         v1::NormalizeRigResponse* response) override;
  grpc::ServerUnaryReactor* ExtractRig(grpc::CallbackServerContext* context, const v1::ExtractRigRequest* request,
                                       v1::ExtractRigResponse* response) override;
  grpc::ServerUnaryReactor* PutAux(grpc::CallbackServerContext* context, const v1::PutAuxRequest* request,
                                   v1::PutAuxResponse* response) override;
  grpc::ServerUnaryReactor* GetAux(grpc::CallbackServerContext* context, const v1::GetAuxRequest* request,
                                   v1::GetAuxResponse* response) override;
  grpc::ServerUnaryReactor* ListAux(grpc::CallbackServerContext* context, const v1::ListAuxRequest* request,
                                    v1::ListAuxResponse* response) override;

 private:
  grpc::ServerUnaryReactor* OnIoPool(grpc::CallbackServerContext* context, std::string_view rpc,
                                     std::function<absl::Status()> work);

  BakePipeline& pipeline_;
  const std::chrono::milliseconds retry_delay_;
};

}  // namespace retarget
