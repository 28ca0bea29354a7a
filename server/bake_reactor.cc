#include "server/bake_reactor.h"

#include <memory>
#include <utility>

#include "core/base/cat.h"
#include "server/call_log.h"
#include "server/convert.h"
#include "server/wire_status.h"

namespace retarget {
namespace {

class BakeReactor final : public grpc::ServerUnaryReactor {
 public:
  BakeReactor(BakePipeline& pipeline, std::chrono::milliseconds retry_delay, const v1::BakeRequest& request,
              v1::BakeResponse& response)
      : retry_delay_(retry_delay), request_(request), response_(response) {
    RequestProblems problems;
    const BakeRequestBytes bytes = FromWire(request.clip(), request.target(), request.options(), problems);
    if (problems.empty()) {
      call_ = pipeline.Bake(bytes, [this](absl::StatusOr<BakeAnswer> answer) { Answer(answer); });
    } else {
      End(problems.ToStatus(), "");
    }
  }

  // A passed deadline comes here too.
  void OnCancel() override {
    if (call_ != nullptr) call_->Cancel();
  }
  void OnDone() override { delete this; }

 private:
  void Answer(const absl::StatusOr<BakeAnswer>& answer) {
    if (!answer.ok()) return End(answer.status(), "");
    response_ = ToWire(*answer, request_.omit_bytes());
    End(absl::OkStatus(), Cat("origin=", BakeOriginText(answer->origin), " size_bytes=", answer->zanim->size(),
                              " key=", response_.bake_key()));
  }

  void End(const absl::Status& status, std::string_view log_fields) {
    log_.Finish(status, log_fields);
    Finish(ToWireStatus(status, retry_delay_));
  }

  const CallLog log_{"Bake"};
  const std::chrono::milliseconds retry_delay_;
  const v1::BakeRequest& request_;
  v1::BakeResponse& response_;
  std::shared_ptr<BakeCall> call_;  // null where the request was refused at once
};

}  // namespace

grpc::ServerUnaryReactor* StartBake(BakePipeline& pipeline, std::chrono::milliseconds retry_delay,
                                    const v1::BakeRequest& request, v1::BakeResponse& response) {
  return new BakeReactor(pipeline, retry_delay, request, response);
}

}  // namespace retarget
