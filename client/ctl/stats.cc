// retargetctl stats: counters of a daemon.

#include "client/ctl/commands.h"
#include "client/ctl/common/daemon.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"

namespace retarget::ctl {
namespace {

Json BakesJson(const v1::BakeStats& bakes) {
  return {{"baked", bakes.baked_count()},       {"hotHits", bakes.hot_hit_count()},
          {"diskHits", bakes.disk_hit_count()}, {"joined", bakes.joined_count()},
          {"failed", bakes.failed_count()},     {"run", bakes.run_count()},
          {"inFlight", bakes.in_flight_count()}};
}

Json PoolJson(const v1::PoolStats& pool) {
  return {{"threads", pool.thread_count()},
          {"running", pool.running_count()},
          {"queued", pool.queued_count()},
          {"queueCapacity", pool.queue_capacity()},
          {"refused", pool.refused_count()}};
}

Json StoreJson(const v1::StoreStats& store) {
  return {{"bakes", store.bake_count()},      {"aux", store.aux_count()},           {"sizeBytes", store.size_bytes()},
          {"diskBytes", store.disk_bytes()},  {"hotBakes", store.hot_bake_count()}, {"hotBytes", store.hot_bytes()},
          {"corrupt", store.corrupt_count()}, {"errors", store.error_count()}};
}

std::string PoolText(const v1::PoolStats& pool) {
  return Cat(pool.running_count(), " of ", pool.thread_count(), " threads busy, ", pool.queued_count(), " of ",
             pool.queue_capacity(), " queued, ", pool.refused_count(), " refused");
}

std::string Text(const v1::GetStatsResponse& stats) {
  const v1::BakeStats& bakes = stats.bakes();
  return Lines()
      .Add("version", stats.version())
      .Add("uptime", Cat(stats.uptime().seconds(), " s"))
      .Add("bakes", Cat(bakes.baked_count(), " baked, ", bakes.hot_hit_count(), " hits in memory, ",
                        bakes.disk_hit_count(), " hits on disk, ", bakes.joined_count(), " joined, ",
                        bakes.failed_count(), " failed, ", bakes.in_flight_count(), " in flight"))
      .Add("bake pool", PoolText(stats.bake_pool()))
      .Add("io pool", PoolText(stats.io_pool()))
      .Add("store", Cat(stats.store().bake_count(), " bakes, ", stats.store().aux_count(), " aux entries, ",
                        SizeText(stats.store().size_bytes()), " (", SizeText(stats.store().disk_bytes()), " on disk), ",
                        stats.store().hot_bake_count(), " in memory, ", stats.store().corrupt_count(), " corrupt, ",
                        stats.store().error_count(), " errors"))
      .Text();
}

absl::Status Run(const DaemonOptions& options, const Console& console) {
  ASSIGN_OR_RETURN(const std::unique_ptr<Client> client, OpenClient(options));
  const absl::StatusOr<v1::GetStatsResponse> stats = client->GetStats();
  if (!stats.ok()) return WithStartHint(stats.status());
  console.Answer({{"version", stats->version()},
                  {"uptimeS", stats->uptime().seconds()},
                  {"bakes", BakesJson(stats->bakes())},
                  {"bakePool", PoolJson(stats->bake_pool())},
                  {"ioPool", PoolJson(stats->io_pool())},
                  {"store", StoreJson(stats->store())}},
                 Text(*stats));
  return absl::OkStatus();
}

}  // namespace

void AddStatsCommand(CommandLine& line) {
  const auto options = std::make_shared<DaemonOptions>();
  Command command = line.Add("stats", "Prints the counters of a daemon and the size of its store.",
                             "retargetctl stats --server unix:/run/retargetd.sock",
                             [options](const Console& console) { return Run(*options, console); });
  AddDaemonOptions(command, *options);
}

}  // namespace retarget::ctl
