#pragma once
// The daemon's configuration: one YAML file, every key optional. deploy/retargetd.reference.yaml explains each key to
// operators; a test holds its values against the defaults here.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace retarget {

struct Config {
  // Where to serve: `127.0.0.1:PORT`, `[::1]:PORT`, `localhost:PORT` or `unix:PATH`. Port 0 picks a free one.
  std::vector<std::string> listen = {"127.0.0.1:7411"};
  // Folder that holds everything the daemon writes; made when missing. One daemon at a time.
  std::string data_dir = "retargetd-data";
  // Largest request in bytes, 1 MiB..512 MiB.
  int64_t max_request_bytes = int64_t{64} << 20;
  // Threads that bake, 0..256; 0 = one per core.
  int64_t bake_threads = 0;
  // Bakes that may wait, 1..100000; one more is refused.
  int64_t bake_queue = 64;
  // What a refused caller is told to wait, in milliseconds, 1..600000.
  int64_t retry_delay_ms = 1000;
  // Threads that decode requests and read the store, 1..256. Apart from the bake threads, so that hits never queue
  // behind bakes.
  int64_t io_threads = 4;
  // Requests that may wait for them, 1..100000; one more is refused.
  int64_t io_queue = 1024;
  // How long a stop waits for calls in flight before it cancels them, in seconds, 0..3600.
  int64_t drain_deadline_s = 20;
  // Verified bytes of recent bakes kept in memory, 0..1 TiB.
  int64_t store_hot_bytes = int64_t{256} << 20;
  // trace, debug, info, warn or error.
  std::string log_level = "info";

  friend bool operator==(const Config&, const Config&) = default;
};

// Every problem at once, each with its line: a key that is not known (with the nearest one that is), a key given twice,
// a value of the wrong kind or out of range. Keys not given keep their default. kInvalidArgument.
absl::StatusOr<Config> ParseConfig(std::string_view yaml);

// ParseConfig of a file; errors name the file.
absl::StatusOr<Config> LoadConfigFile(const std::string& path);

// Checks ranges alone, for a config changed by flags. kInvalidArgument listing every problem.
absl::Status ValidateConfig(const Config& config);

// YAML with every key, in the order of the reference file; ParseConfig reads it back.
std::string ConfigToYaml(const Config& config);

// Every key as it is written in errors: `section.key`, or `key` at the top.
std::vector<std::string> ConfigKeys();

}  // namespace retarget
