// retargetd: the asset-bake daemon. Exit codes: 0 stopped cleanly, 1 cannot start (the message says why), 2 bad command
// line or configuration.

#include <csignal>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "CLI/CLI.hpp"
#include "grpc/support/log.h"
#include "server/config.h"
#include "server/daemon.h"
#include "server/version.h"
#include "spdlog/sinks/stdout_sinks.h"
#include "spdlog/spdlog.h"

namespace retarget {
namespace {

constexpr int kCannotStart = 1;
constexpr int kBadUsage = 2;

struct Flags {
  std::string config_path;
  std::vector<std::string> listen;
  std::string data_dir;
  bool print_config = false;
};

void AddFlags(CLI::App& app, Flags& flags) {
  app.add_option("--config", flags.config_path, "YAML file; deploy/retargetd.reference.yaml lists every key")
      ->type_name("FILE");
  app.add_option("--listen", flags.listen, "127.0.0.1:PORT, [::1]:PORT or unix:PATH; may be repeated")
      ->type_name("ADDRESS");
  app.add_option("--data-dir", flags.data_dir, "folder for everything the daemon writes")->type_name("DIR");
  app.add_flag("--print-config", flags.print_config, "print the configuration in force, and exit");
  app.set_version_flag("--version", std::string("retargetd ") + kVersion);
  app.footer(
      "Stops cleanly on SIGTERM and SIGINT. Exit codes: 0 stopped, 1 cannot start, 2 bad flags or configuration.");
}

absl::StatusOr<Config> ConfigOf(const Flags& flags) {
  absl::StatusOr<Config> config = flags.config_path.empty() ? Config{} : LoadConfigFile(flags.config_path);
  if (!config.ok()) return config;
  if (!flags.listen.empty()) config->listen = flags.listen;
  if (!flags.data_dir.empty()) config->data_dir = flags.data_dir;
  const absl::Status valid = ValidateConfig(*config);
  if (!valid.ok()) return valid;
  return config;
}

// gRPC's own messages, for whoever asks for them: it reports most of what it says as failed calls too.
void LogFromGrpc(gpr_log_func_args* args) { spdlog::debug("event=grpc message=\"{}\"", args->message); }

void SetUpLogging(const std::string& level) {
  auto logger = spdlog::stderr_logger_mt("retargetd");
  logger->set_pattern("time=%Y-%m-%dT%H:%M:%S.%eZ level=%l %v", spdlog::pattern_time_type::utc);
  spdlog::set_default_logger(std::move(logger));
  spdlog::set_level(spdlog::level::from_str(level));
  gpr_set_log_function(LogFromGrpc);
}

// Blocks SIGTERM and SIGINT in this thread and all it starts, so that only Wait() sees them.
class StopSignals {
 public:
  StopSignals() {
    sigemptyset(&set_);
    sigaddset(&set_, SIGTERM);
    sigaddset(&set_, SIGINT);
    pthread_sigmask(SIG_BLOCK, &set_, nullptr);
  }
  // Returns the signal that came.
  int Wait() const {
    int signal = 0;
    sigwait(&set_, &signal);
    return signal;
  }

 private:
  sigset_t set_;
};

int Fail(int exit_code, const absl::Status& status) {
  std::fprintf(stderr, "retargetd: %s\n", std::string(status.message()).c_str());
  return exit_code;
}

int Run(const Config& config) {
  SetUpLogging(config.log_level);
  const StopSignals signals;  // before any thread starts
  absl::StatusOr<std::unique_ptr<Daemon>> daemon = Daemon::Start(config);
  if (!daemon.ok()) return Fail(kCannotStart, daemon.status());
  const int signal = signals.Wait();
  spdlog::info("event=draining signal={} deadline_s={}", signal, config.drain_deadline_s);
  (*daemon)->Drain();
  daemon->reset();
  spdlog::info("event=stopped");
  return 0;
}

}  // namespace
}  // namespace retarget

int main(int argc, char** argv) {
  CLI::App app("retargetd bakes animation clips onto humanoid rigs and keeps every result.");
  retarget::Flags flags;
  retarget::AddFlags(app, flags);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : retarget::kBadUsage;
  }
  const absl::StatusOr<retarget::Config> config = retarget::ConfigOf(flags);
  if (!config.ok()) return retarget::Fail(retarget::kBadUsage, config.status());
  if (flags.print_config) {
    std::fputs(retarget::ConfigToYaml(*config).c_str(), stdout);
    return 0;
  }
  return retarget::Run(*config);
}
