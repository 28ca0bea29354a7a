#include "client/ctl/common/exit_code.h"

namespace retarget::ctl {

ExitCode ExitCodeOf(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kOk:
      return ExitCode::kDone;
    case absl::StatusCode::kInvalidArgument:
    case absl::StatusCode::kOutOfRange:
    case absl::StatusCode::kAlreadyExists:
      return ExitCode::kBadInput;
    case absl::StatusCode::kUnavailable:
      return ExitCode::kUnreachable;
    case absl::StatusCode::kNotFound:
      return ExitCode::kNotFound;
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kDeadlineExceeded:
      return ExitCode::kTryLater;
    default:
      return ExitCode::kFailed;
  }
}

std::string ExitCodeHelp() {
  return "Exit codes:\n"
         "  0  done; an answer such as \"not a humanoid\" or \"no skin\" counts as done\n"
         "  1  the input was understood, but the bake or check failed\n"
         "  2  wrong usage, a file that does not parse, a name that exists already, an output that cannot be written\n"
         "  3  no daemon answers\n"
         "  4  no such file, clip, bake or aux data\n"
         "  5  the daemon is busy, did not answer in time, or the request is over its limit: try later or with less\n";
}

}  // namespace retarget::ctl
