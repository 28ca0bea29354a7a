#pragma once
// A daemon whose answers a test writes down beforehand.

#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "grpcpp/server.h"
#include "retarget/v1/admin.grpc.pb.h"
#include "retarget/v1/retarget.grpc.pb.h"

namespace retarget::testing {

// Serves one bake on a loopback port. Calls first use up `failures`, one each, then succeed.
class FakeDaemon : public v1::RetargetService::Service {
 public:
  FakeDaemon();
  ~FakeDaemon() override;

  const std::string& address() const { return address_; }

  // Set before calls are made.
  std::string zanim = "zanim bytes";
  std::string digest;               // default: the right one
  bool inline_bytes = true;         // in the Bake answer
  int64_t chunk_bytes = 4;          // of FetchBake
  int64_t break_stream_after = -1;  // bytes after which the first FetchBake fails with UNAVAILABLE; -1: never
  std::deque<grpc::Status> failures;

  // What was asked.
  int calls = 0;
  std::vector<std::string> routes;     // x-bake-key of each call
  std::vector<int64_t> fetch_offsets;  // of each FetchBake
  v1::BakeRequest last_bake;

  grpc::Status Bake(grpc::ServerContext* context, const v1::BakeRequest* request, v1::BakeResponse* response) override;
  grpc::Status FetchBake(grpc::ServerContext* context, const v1::FetchBakeRequest* request,
                         grpc::ServerWriter<v1::FetchBakeResponse>* writer) override;

 private:
  grpc::Status Begin(const grpc::ServerContext& context);
  std::string Digest() const;

  std::string address_;
  std::unique_ptr<grpc::Server> server_;
};

// RESOURCE_EXHAUSTED as the daemon sends it: with a delay in its detail, or (`delay_ms` < 0) without.
grpc::Status Exhausted(int delay_ms);

}  // namespace retarget::testing
