#include "server/daemon.h"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "cache/rocks_store.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "grpcpp/ext/proto_server_reflection_plugin.h"
#include "grpcpp/health_check_service_interface.h"
#include "grpcpp/server_builder.h"
#include "server/listen_address.h"
#include "spdlog/spdlog.h"

namespace retarget {
namespace {

int BakeThreads(const Config& config) {
  if (config.bake_threads > 0) return static_cast<int>(config.bake_threads);
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

// "127.0.0.1:0" with the port that was picked.
std::string WithPort(const std::string& address, int port) {
  if (address.starts_with("unix:")) return address;
  return Cat(address.substr(0, address.rfind(':') + 1), port);
}

absl::Status CheckAddresses(const Config& config) {
  for (const std::string& address : config.listen) RETURN_IF_ERROR(CheckListenAddress(address));
  for (const std::string& address : config.listen) RETURN_IF_ERROR(ProbeListenAddress(address));
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::unique_ptr<Daemon>> Daemon::Start(const Config& config, BakeRun run) {
  RETURN_IF_ERROR(ValidateConfig(config));
  RETURN_IF_ERROR(CheckAddresses(config));
  std::unique_ptr<Daemon> daemon(new Daemon(config));
  RETURN_IF_ERROR(daemon->OpenStore());
  PipelineOptions options;
  options.bake_threads = BakeThreads(config);
  options.bake_queue = static_cast<int>(config.bake_queue);
  options.io_threads = static_cast<int>(config.io_threads);
  options.io_queue = static_cast<int>(config.io_queue);
  options.run = std::move(run);
  daemon->pipeline_ = std::make_unique<BakePipeline>(std::move(options), daemon->store_.get());
  const std::chrono::milliseconds retry_delay(config.retry_delay_ms);
  daemon->retarget_service_ = std::make_unique<RetargetServiceImpl>(daemon->pipeline_.get(), retry_delay);
  daemon->admin_service_ = std::make_unique<AdminServiceImpl>(daemon->pipeline_.get(), retry_delay);
  RETURN_IF_ERROR(daemon->Serve());
  return daemon;
}

absl::Status Daemon::OpenStore() {
  RocksStoreOptions options;
  options.folder = config_.data_dir + "/store";
  options.hot_bytes = static_cast<uint64_t>(config_.store_hot_bytes);
  ASSIGN_OR_RETURN(std::unique_ptr<RocksStore> store, RocksStore::Open(options));
  if (!store->moved_aside_to().empty()) {
    spdlog::warn("event=store_moved_aside to={} reason={}", Quoted(store->moved_aside_to()),
                 Quoted(store->moved_aside_reason()));
  }
  store_ = std::move(store);
  return absl::OkStatus();
}

absl::Status Daemon::Serve() {
  grpc::EnableDefaultHealthCheckService(true);
  grpc::reflection::InitProtoReflectionServerBuilderPlugin();
  grpc::ServerBuilder builder;
  builder.SetMaxReceiveMessageSize(static_cast<int>(config_.max_request_bytes));
  // Else a second daemon on one port would get half of the first one's connections.
  builder.AddChannelArgument(GRPC_ARG_ALLOW_REUSEPORT, 0);
  std::vector<int> ports(config_.listen.size());
  for (size_t i = 0; i < ports.size(); ++i) {
    builder.AddListeningPort(config_.listen[i], grpc::InsecureServerCredentials(), &ports[i]);
  }
  builder.RegisterService(retarget_service_.get());
  builder.RegisterService(admin_service_.get());
  server_ = builder.BuildAndStart();
  if (server_ == nullptr) {
    return absl::FailedPreconditionError(
        Cat("cannot listen on ", JoinQuoted(config_.listen), "; choose another address with --listen"));
  }
  for (size_t i = 0; i < ports.size(); ++i) {
    addresses_.push_back(WithPort(config_.listen[i], ports[i]));
    spdlog::info("event=serving address={}", addresses_.back());
  }
  return absl::OkStatus();
}

Daemon::~Daemon() {
  Drain();
  server_.reset();
  pipeline_.reset();  // ends the pools, and with them every use of the store
  if (store_ == nullptr) return;
  const absl::Status closed = store_->Close();
  closed.ok() ? spdlog::info("event=store_closed")
              : spdlog::error("event=store_closed error=\"{}\"", closed.ToString());
}

void Daemon::Drain() {
  if (server_ == nullptr) return;
  server_->GetHealthCheckService()->SetServingStatus(false);
  server_->Shutdown(std::chrono::system_clock::now() + std::chrono::seconds(config_.drain_deadline_s));
}

}  // namespace retarget
