#include "server/call_log.h"

#include "core/base/text.h"
#include "server/text_utf8.h"
#include "spdlog/spdlog.h"

namespace retarget {
namespace {

// Messages may quote names of the caller's file; a log line stays short.
constexpr size_t kMostErrorBytes = 300;

bool IsOurs(absl::StatusCode code) {
  return code == absl::StatusCode::kInternal || code == absl::StatusCode::kUnknown ||
         code == absl::StatusCode::kDataLoss || code == absl::StatusCode::kUnavailable;
}

}  // namespace

void CallLog::Finish(const absl::Status& status, std::string_view fields) const {
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start_;
  const auto level = IsOurs(status.code()) ? spdlog::level::warn : spdlog::level::info;
  const std::string error =
      status.ok() ? "" : " error=" + Quoted(CutText(std::string(status.message()), kMostErrorBytes));
  spdlog::log(level, "event=call rpc={} code={} ms={:.1f}{}{}{}", rpc_, absl::StatusCodeToString(status.code()),
              took.count(), fields.empty() ? "" : " ", fields, error);
}

}  // namespace retarget
