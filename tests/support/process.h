#pragma once
// Runs real programs in tests: to the end, or in the background beside the test. Plus a folder that cleans up.

#include <sys/types.h>

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace retarget::testing {

struct ProcessOptions {
  // Added to the test's own environment; an empty value unsets the variable.
  std::map<std::string, std::string> environment = {};
  // Working folder; empty: the test's.
  std::string folder = {};
  // The program is killed after this long and its exit code is -SIGKILL.
  std::chrono::seconds timeout{60};
};

struct ProcessResult {
  int exit_code = -1;  // minus the signal number when a signal ended it
  std::string out, err;
};

// Runs `argv` (argv[0] is the path of the program) with empty standard input and waits for its end. A program that
// cannot be started is exit code 127 with the reason in `err`.
ProcessResult RunProcess(const std::vector<std::string>& argv, const ProcessOptions& options = {});

// A program that runs beside the test; killed when this object goes. Its output goes to a file it owns.
class BackgroundProcess {
 public:
  explicit BackgroundProcess(const std::vector<std::string>& argv, const ProcessOptions& options = {});
  ~BackgroundProcess();
  BackgroundProcess(const BackgroundProcess&) = delete;
  BackgroundProcess& operator=(const BackgroundProcess&) = delete;

  pid_t pid() const { return pid_; }
  // Everything written to standard output and standard error so far.
  std::string Output() const;
  // Waits until the output holds `text`. kUnavailable when the program ended first, kDeadlineExceeded after `timeout`;
  // both messages carry the output.
  absl::Status WaitForOutput(const std::string& text, std::chrono::seconds timeout = std::chrono::seconds(30));
  bool Running();
  // Sends the signal; nothing happens when the program has ended.
  void Signal(int signal);
  // The exit code (as ProcessResult) once the program has ended. kDeadlineExceeded after `timeout`: it still runs.
  absl::StatusOr<int> Wait(std::chrono::seconds timeout = std::chrono::seconds(30));

 private:
  pid_t pid_ = -1;
  int exit_code_ = -1;
  bool ended_ = false;
  std::string output_path_;
};

// An empty folder, removed with everything in it at the end of its life.
class TempDir {
 public:
  TempDir();
  ~TempDir();
  TempDir(const TempDir&) = delete;
  TempDir& operator=(const TempDir&) = delete;

  const std::string& path() const { return path_; }
  // path() + "/" + name
  std::string File(const std::string& name) const { return path_ + "/" + name; }
  // Names of what is in the folder, sorted.
  std::vector<std::string> List() const;

 private:
  std::string path_;
};

}  // namespace retarget::testing
