#include "server/pooled_call.h"

#include <utility>

#include "server/call_log.h"
#include "server/guarded.h"
#include "server/wire_status.h"

namespace retarget {

grpc::ServerUnaryReactor* RunOnPool(grpc::CallbackServerContext* context, WorkerPool& pool, std::string_view rpc,
                                    std::chrono::milliseconds retry_delay, std::function<absl::Status()> work) {
  grpc::ServerUnaryReactor* const reactor = context->DefaultReactor();
  const CallLog log(rpc);
  const auto finish = [reactor, retry_delay, log](const absl::Status& status) {
    log.Finish(status);
    reactor->Finish(ToWireStatus(status, retry_delay));
  };
  const absl::Status posted = pool.Post([context, finish, work = std::move(work)] {
    finish(context->IsCancelled() ? absl::CancelledError("the caller left") : Guarded(work));
  });
  if (!posted.ok()) finish(posted);
  return reactor;
}

}  // namespace retarget
