#pragma once
// The whole daemon in one object: store, pipeline, services, gRPC server. Its life is the daemon's life.

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/bake_store.h"
#include "grpcpp/server.h"
#include "server/admin_service.h"
#include "server/bake_pipeline.h"
#include "server/config.h"
#include "server/retarget_service.h"

namespace retarget {

class Daemon {
 public:
  // Serving when it returns. `run` is how a bake is made. kInvalidArgument: a configuration out of range, or an address
  // that is not of this machine. kFailedPrecondition: an address is in use. Otherwise the store's reason for not
  // opening, e.g. that another daemon has it. Messages say what to do; nothing is left running.
  static absl::StatusOr<std::unique_ptr<Daemon>> Start(const Config& config, BakeRun run = RunBakeJob);

  // Drains where Drain() was not called, then closes the store.
  ~Daemon();

  // Where it serves, in the order of the configuration; a port 0 is replaced by the one picked.
  const std::vector<std::string>& addresses() const { return addresses_; }
  const BakePipeline& pipeline() const { return *pipeline_; }

  // Health turns NOT_SERVING, new calls get UNAVAILABLE, calls in flight finish; those that have not by
  // `drain.deadline_s` are cancelled. Returns when all are done. May be repeated.
  void Drain();

 private:
  explicit Daemon(const Config& config) : config_(config) {}
  absl::Status OpenStore();
  absl::Status Serve();

  const Config config_;
  std::vector<std::string> addresses_;
  // In order of use: each is destroyed before what it uses.
  std::unique_ptr<BakeStore> store_;
  std::unique_ptr<BakePipeline> pipeline_;
  std::unique_ptr<RetargetServiceImpl> retarget_service_;
  std::unique_ptr<AdminServiceImpl> admin_service_;
  std::unique_ptr<grpc::Server> server_;
};

}  // namespace retarget
