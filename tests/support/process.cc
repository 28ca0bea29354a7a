#include "tests/support/process.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "core/base/cat.h"

namespace retarget::testing {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kPollEvery{5};

// In the child: standard streams, folder and environment, then the program. Does not return.
[[noreturn]] void BecomeProgram(const std::vector<std::string>& argv, const ProcessOptions& options,
                                const std::string& out_path, const std::string& err_path) {
  const int in = open("/dev/null", O_RDONLY);
  const int out = open(out_path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  const int err = err_path == out_path ? out : open(err_path.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
  dup2(in, STDIN_FILENO);
  dup2(out, STDOUT_FILENO);
  dup2(err, STDERR_FILENO);
  if (!options.folder.empty() && chdir(options.folder.c_str()) != 0) _exit(126);
  for (const auto& [name, value] : options.environment) {
    value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
  }
  std::vector<char*> pointers;
  for (const std::string& argument : argv) pointers.push_back(const_cast<char*>(argument.c_str()));
  pointers.push_back(nullptr);
  execv(pointers[0], pointers.data());
  std::fprintf(stderr, "cannot start %s: %s\n", pointers[0], std::strerror(errno));
  _exit(127);
}

pid_t Start(const std::vector<std::string>& argv, const ProcessOptions& options, const std::string& out_path,
            const std::string& err_path) {
  const pid_t pid = fork();
  if (pid == 0) BecomeProgram(argv, options, out_path, err_path);
  return pid;
}

int ExitCodeOf(int wait_status) { return WIFEXITED(wait_status) ? WEXITSTATUS(wait_status) : -WTERMSIG(wait_status); }

// True once `pid` has ended; then `exit_code` is set.
bool Reap(pid_t pid, int& exit_code) {
  int wait_status = 0;
  if (waitpid(pid, &wait_status, WNOHANG) != pid) return false;
  exit_code = ExitCodeOf(wait_status);
  return true;
}

std::string Slurp(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

}  // namespace

ProcessResult RunProcess(const std::vector<std::string>& argv, const ProcessOptions& options) {
  const TempDir streams;
  ProcessResult result;
  const pid_t pid = Start(argv, options, streams.File("out"), streams.File("err"));
  const Clock::time_point deadline = Clock::now() + options.timeout;
  while (!Reap(pid, result.exit_code)) {
    if (Clock::now() > deadline) {
      kill(pid, SIGKILL);
      waitpid(pid, nullptr, 0);
      result.exit_code = -SIGKILL;
      break;
    }
    std::this_thread::sleep_for(kPollEvery);
  }
  result.out = Slurp(streams.File("out"));
  result.err = Slurp(streams.File("err"));
  return result;
}

BackgroundProcess::BackgroundProcess(const std::vector<std::string>& argv, const ProcessOptions& options) {
  char path[] = "/tmp/retargetd-test-output-XXXXXX";
  const int file = mkstemp(path);
  if (file >= 0) close(file);
  output_path_ = path;
  pid_ = Start(argv, options, output_path_, output_path_);
}

BackgroundProcess::~BackgroundProcess() {
  if (Running()) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  std::remove(output_path_.c_str());
}

std::string BackgroundProcess::Output() const { return Slurp(output_path_); }

absl::Status BackgroundProcess::WaitForOutput(const std::string& text, std::chrono::seconds timeout) {
  const Clock::time_point deadline = Clock::now() + timeout;
  while (true) {
    const bool running = Running();  // asked before the output is read: what it wrote last is then not missed
    if (Output().find(text) != std::string::npos) return absl::OkStatus();
    if (!running) return absl::UnavailableError(Cat("ended with ", exit_code_, " before \"", text, "\":\n", Output()));
    if (Clock::now() > deadline) return absl::DeadlineExceededError(Cat("no \"", text, "\" in:\n", Output()));
    std::this_thread::sleep_for(kPollEvery);
  }
}

bool BackgroundProcess::Running() {
  if (!ended_) ended_ = Reap(pid_, exit_code_);
  return !ended_;
}

void BackgroundProcess::Signal(int signal) {
  if (Running()) kill(pid_, signal);
}

absl::StatusOr<int> BackgroundProcess::Wait(std::chrono::seconds timeout) {
  const Clock::time_point deadline = Clock::now() + timeout;
  while (Running()) {
    if (Clock::now() > deadline) return absl::DeadlineExceededError("the program still runs");
    std::this_thread::sleep_for(kPollEvery);
  }
  return exit_code_;
}

TempDir::TempDir() {
  std::string pattern = (std::filesystem::temp_directory_path() / "retargetd-test-XXXXXX").string();
  path_ = mkdtemp(pattern.data()) != nullptr ? pattern : "";
}

TempDir::~TempDir() {
  std::error_code ignored;
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

std::vector<std::string> TempDir::List() const {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path_)) names.push_back(entry.path().filename());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace retarget::testing
