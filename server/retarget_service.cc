#include "server/retarget_service.h"

#include <utility>

#include "core/base/status_macros.h"
#include "core/retarget/plan.h"
#include "server/bake_reactor.h"
#include "server/convert.h"
#include "server/fetch_reactor.h"
#include "server/pooled_call.h"
#include "server/rig_handlers.h"
#include "server/store_handlers.h"
#include "server/text_utf8.h"

namespace retarget {
namespace {

absl::Status HandlePlan(BakeStore& store, const v1::PlanRequest& request, v1::PlanResponse& response) {
  RequestProblems problems;
  const BakeRequestBytes bytes = FromWire(request.clip(), request.target(), request.options(), problems);
  RETURN_IF_ERROR(problems.ToStatus());
  ASSIGN_OR_RETURN(const BakeInputs inputs, DecodeBake(bytes, /*clip_optional=*/true));
  *response.mutable_plan() = ToWire(inputs.plan, inputs.source, inputs.target);
  response.set_plan_json(ToUtf8(PlanToJson(inputs.plan, inputs.source, inputs.target)));
  if (!inputs.key) return absl::OkStatus();
  response.set_bake_key(inputs.key->Text());
  response.set_stored(store.Get(*inputs.key).ok());
  return absl::OkStatus();
}

}  // namespace

grpc::ServerUnaryReactor* RetargetServiceImpl::Bake(grpc::CallbackServerContext*, const v1::BakeRequest* request,
                                                    v1::BakeResponse* response) {
  return StartBake(pipeline_, retry_delay_, *request, *response);
}

grpc::ServerWriteReactor<v1::FetchBakeResponse>* RetargetServiceImpl::FetchBake(grpc::CallbackServerContext*,
                                                                                const v1::FetchBakeRequest* request) {
  return StartFetch(pipeline_, retry_delay_, *request);
}

grpc::ServerUnaryReactor* RetargetServiceImpl::Plan(grpc::CallbackServerContext* context,
                                                    const v1::PlanRequest* request, v1::PlanResponse* response) {
  return OnIoPool(context, "Plan", [=, this] { return HandlePlan(pipeline_.store(), *request, *response); });
}

grpc::ServerUnaryReactor* RetargetServiceImpl::DeriveProfile(grpc::CallbackServerContext* context,
                                                             const v1::DeriveProfileRequest* request,
                                                             v1::DeriveProfileResponse* response) {
  return OnIoPool(context, "DeriveProfile", [=] { return HandleDeriveProfile(*request, *response); });
}

grpc::ServerUnaryReactor* RetargetServiceImpl::NormalizeRig(grpc::CallbackServerContext* context,
                                                            const v1::NormalizeRigRequest* request,
                                                            v1::NormalizeRigResponse* response) {
  return OnIoPool(context, "NormalizeRig", [=] { return HandleNormalizeRig(*request, *response); });
}

grpc::ServerUnaryReactor* RetargetServiceImpl::ExtractRig(grpc::CallbackServerContext* context,
                                                          const v1::ExtractRigRequest* request,
                                                          v1::ExtractRigResponse* response) {
  return OnIoPool(context, "ExtractRig", [=] { return HandleExtractRig(*request, *response); });
}

grpc::ServerUnaryReactor* RetargetServiceImpl::PutAux(grpc::CallbackServerContext* context,
                                                      const v1::PutAuxRequest* request, v1::PutAuxResponse*) {
  return OnIoPool(context, "PutAux", [=, this] { return HandlePutAux(pipeline_.store(), *request); });
}

grpc::ServerUnaryReactor* RetargetServiceImpl::GetAux(grpc::CallbackServerContext* context,
                                                      const v1::GetAuxRequest* request, v1::GetAuxResponse* response) {
  return OnIoPool(context, "GetAux", [=, this] { return HandleGetAux(pipeline_.store(), *request, *response); });
}

grpc::ServerUnaryReactor* RetargetServiceImpl::ListAux(grpc::CallbackServerContext* context,
                                                       const v1::ListAuxRequest* request,
                                                       v1::ListAuxResponse* response) {
  return OnIoPool(context, "ListAux", [=, this] { return HandleListAux(pipeline_.store(), *request, *response); });
}

grpc::ServerUnaryReactor* RetargetServiceImpl::OnIoPool(grpc::CallbackServerContext* context, std::string_view rpc,
                                                        std::function<absl::Status()> work) {
  return RunOnPool(context, pipeline_.io_pool(), rpc, retry_delay_, std::move(work));
}

}  // namespace retarget
