#include "server/admin_service.h"

#include "google/protobuf/util/time_util.h"
#include "server/pooled_call.h"
#include "server/store_handlers.h"
#include "server/version.h"

namespace retarget {
namespace {

void Fill(const PoolStats& stats, v1::PoolStats& out) {
  out.set_thread_count(stats.threads);
  out.set_running_count(stats.running);
  out.set_queued_count(stats.queued);
  out.set_queue_capacity(stats.queue_capacity);
  out.set_refused_count(stats.refused);
}

void Fill(const PipelineStats& stats, v1::BakeStats& out) {
  out.set_baked_count(stats.baked);
  out.set_hot_hit_count(stats.hot_hits);
  out.set_disk_hit_count(stats.disk_hits);
  out.set_joined_count(stats.joined);
  out.set_failed_count(stats.failed);
  out.set_run_count(stats.runs);
  out.set_in_flight_count(stats.in_flight);
}

}  // namespace

grpc::ServerUnaryReactor* AdminServiceImpl::ClearCache(grpc::CallbackServerContext* context,
                                                       const v1::ClearCacheRequest* request,
                                                       v1::ClearCacheResponse* response) {
  return RunOnPool(context, pipeline_.io_pool(), "ClearCache", retry_delay_,
                   [=, this] { return HandleClearCache(pipeline_.store(), *request, *response); });
}

grpc::ServerUnaryReactor* AdminServiceImpl::GetStats(grpc::CallbackServerContext* context, const v1::GetStatsRequest*,
                                                     v1::GetStatsResponse* response) {
  return RunOnPool(context, pipeline_.io_pool(), "GetStats", retry_delay_, [=, this] { return FillStats(*response); });
}

absl::Status AdminServiceImpl::FillStats(v1::GetStatsResponse& response) const {
  response.set_version(kVersion);
  const auto uptime = std::chrono::steady_clock::now() - start_;
  *response.mutable_uptime() = google::protobuf::util::TimeUtil::MillisecondsToDuration(
      std::chrono::duration_cast<std::chrono::milliseconds>(uptime).count());
  Fill(pipeline_.stats(), *response.mutable_bakes());
  Fill(pipeline_.bake_pool_stats(), *response.mutable_bake_pool());
  Fill(pipeline_.io_pool_stats(), *response.mutable_io_pool());
  return HandleStoreStats(pipeline_.store(), *response.mutable_store());
}

}  // namespace retarget
