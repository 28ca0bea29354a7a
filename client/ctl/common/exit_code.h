#pragma once
// The exit codes of retargetctl: the one table. `--help` prints it and README.md repeats it.

#include <string>

#include "absl/status/status.h"

namespace retarget::ctl {

// Numbers are part of the tool's interface: never change them.
enum class ExitCode : int {
  kDone = 0,      // done; an answer such as "not a humanoid" or "no skin" counts as done
  kFailed = 1,    // input understood, but the bake or check failed: not a humanoid, frozen clip, damaged bytes
  kBadInput = 2,  // wrong usage, a file that does not parse, a value out of range, a name that exists, no write access
  kUnreachable = 3,  // no daemon answers
  kNotFound = 4,     // no such file, clip, bake or aux data
  kTryLater = 5,     // the daemon is busy, did not answer in time, or the request is over its limit
};

ExitCode ExitCodeOf(const absl::Status& status);

// The table as text, one line per code, for --help.
std::string ExitCodeHelp();

}  // namespace retarget::ctl
