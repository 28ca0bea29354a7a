#include "server/wire_status.h"

#include "google/protobuf/util/time_util.h"
#include "retarget/v1/error.pb.h"
#include "server/request_problems.h"
#include "server/text_utf8.h"

namespace retarget {
namespace {

// On the wire a message byte may take three (percent-encoding) and a detail byte 4/3 (base64): together under 8 KiB.
constexpr size_t kMostMessageBytes = 1200;
constexpr size_t kMostDetailBytes = 2800;

v1::ErrorDetail DetailOf(const absl::Status& status, std::chrono::milliseconds retry_delay) {
  v1::ErrorDetail detail;
  if (status.code() == absl::StatusCode::kResourceExhausted) {
    *detail.mutable_retry_delay() = google::protobuf::util::TimeUtil::MillisecondsToDuration(retry_delay.count());
  }
  for (const FieldProblem& problem : ProblemsOf(status)) {
    v1::FieldViolation& violation = *detail.add_field_violations();
    violation.set_field(ToUtf8(problem.field));
    violation.set_description(ToUtf8(CutText(problem.description, kMostMessageBytes)));
    if (detail.ByteSizeLong() > kMostDetailBytes) {
      detail.mutable_field_violations()->RemoveLast();
      break;
    }
  }
  return detail;
}

}  // namespace

grpc::Status ToWireStatus(const absl::Status& status, std::chrono::milliseconds retry_delay) {
  if (status.ok()) return grpc::Status::OK;
  const std::string message = ToUtf8(CutText(std::string(status.message()), kMostMessageBytes));
  // gRPC and Abseil share the numbers of codes.
  return grpc::Status(static_cast<grpc::StatusCode>(status.raw_code()), message,
                      DetailOf(status, retry_delay).SerializeAsString());
}

}  // namespace retarget
