#include "server/fetch_reactor.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "server/call_log.h"
#include "server/convert.h"
#include "server/guarded.h"
#include "server/wire_status.h"

namespace retarget {
namespace {

class FetchReactor final : public grpc::ServerWriteReactor<v1::FetchBakeResponse> {
 public:
  FetchReactor(BakePipeline& pipeline, std::chrono::milliseconds retry_delay, const v1::FetchBakeRequest& request)
      : store_(pipeline.store()), retry_delay_(retry_delay), request_(request) {
    const absl::Status posted = pipeline.io_pool().Post([this] { Begin(); });
    if (!posted.ok()) End(posted);
  }

  void OnWriteDone(bool ok) override {
    if (!ok) return End(absl::CancelledError("the caller left"));
    offset_ += chunk_.data().size();
    chunk_.Clear();
    offset_ < end_ ? WriteChunk() : End(absl::OkStatus());
  }
  void OnDone() override { delete this; }

 private:
  // On an io thread.
  void Begin() {
    const absl::Status loaded = Guarded([this] { return Load(); });
    if (!loaded.ok()) return End(loaded);
    chunk_.set_digest(bake_.record.digest.Hex());
    chunk_.set_size_bytes(static_cast<int64_t>(bake_.bytes->size()));
    WriteChunk();
  }

  absl::Status Load() {
    const absl::StatusOr<BakeKey> key = BakeKey::Parse(request_.bake_key());
    RequestProblems problems;
    problems.Add("bake_key", key.status());
    if (request_.offset_bytes() < 0) problems.Add("offset_bytes", absl::InvalidArgumentError("must not be negative"));
    if (request_.length_bytes() < 0) problems.Add("length_bytes", absl::InvalidArgumentError("must not be negative"));
    RETURN_IF_ERROR(problems.ToStatus());
    ASSIGN_OR_RETURN(bake_, store_.Get(*key));
    return SetRange(request_.offset_bytes(), request_.length_bytes());
  }

  absl::Status SetRange(size_t offset, size_t length) {
    const size_t size = bake_.bytes->size();
    if (offset >= size) {
      return InField("offset_bytes", absl::InvalidArgumentError(Cat(offset, " is past the bake's ", size, " bytes")));
    }
    offset_ = offset;
    end_ = length == 0 ? size : offset + std::min(length, size - offset);
    return absl::OkStatus();
  }

  void WriteChunk() {
    chunk_.set_offset_bytes(static_cast<int64_t>(offset_));
    chunk_.set_data(bake_.bytes->data() + offset_, std::min(kMaxInlineBytes, end_ - offset_));
    StartWrite(&chunk_);
  }

  void End(const absl::Status& status) {
    log_.Finish(status);
    Finish(ToWireStatus(status, retry_delay_));
  }

  const CallLog log_{"FetchBake"};
  BakeStore& store_;
  const std::chrono::milliseconds retry_delay_;
  const v1::FetchBakeRequest& request_;
  StoredBake bake_;
  size_t offset_ = 0, end_ = 0;  // what is left to send
  v1::FetchBakeResponse chunk_;  // the write in progress
};

}  // namespace

grpc::ServerWriteReactor<v1::FetchBakeResponse>* StartFetch(BakePipeline& pipeline,
                                                            std::chrono::milliseconds retry_delay,
                                                            const v1::FetchBakeRequest& request) {
  return new FetchReactor(pipeline, retry_delay, request);
}

}  // namespace retarget
