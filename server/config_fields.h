#pragma once
// The one list of configuration keys: reading, printing, range checks and the list of known keys all visit it.

#include "server/config.h"

namespace retarget {

// Calls `visit.Texts(key, field)`, `visit.Text(key, field)`, `visit.Choice(key, field, allowed)` or
// `visit.Int(key, field, least, most)` once per key, bounds inclusive. `C` is Config or const Config.
template <typename C, typename Visitor>
void VisitConfig(C& config, Visitor&& visit) {
  visit.Texts("listen", config.listen);
  visit.Text("data_dir", config.data_dir);
  visit.Int("max_request_bytes", config.max_request_bytes, int64_t{1} << 20, int64_t{512} << 20);
  visit.Int("bake.threads", config.bake_threads, 0, 256);
  visit.Int("bake.queue", config.bake_queue, 1, 100000);
  visit.Int("bake.retry_delay_ms", config.retry_delay_ms, 1, 600000);
  visit.Int("io.threads", config.io_threads, 1, 256);
  visit.Int("io.queue", config.io_queue, 1, 100000);
  visit.Int("store.hot_bytes", config.store_hot_bytes, 0, int64_t{1} << 40);
  visit.Int("drain.deadline_s", config.drain_deadline_s, 0, 3600);
  visit.Choice("log.level", config.log_level, {"trace", "debug", "info", "warn", "error"});
}

}  // namespace retarget
