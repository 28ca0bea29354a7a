#include "tests/client/fake_daemon.h"

#include <algorithm>

#include "core/base/cat.h"
#include "core/base/digest.h"
#include "grpcpp/server_builder.h"
#include "retarget/v1/error.pb.h"

namespace retarget::testing {

FakeDaemon::FakeDaemon() {
  int port = 0;
  grpc::ServerBuilder builder;
  builder.AddListeningPort("127.0.0.1:0", grpc::InsecureServerCredentials(), &port);
  builder.RegisterService(this);
  server_ = builder.BuildAndStart();
  address_ = Cat("127.0.0.1:", port);
}

FakeDaemon::~FakeDaemon() { server_->Shutdown(); }

std::string FakeDaemon::Digest() const { return digest.empty() ? Sha256Of(zanim).Hex() : digest; }

grpc::Status FakeDaemon::Begin(const grpc::ServerContext& context) {
  ++calls;
  const auto route = context.client_metadata().find("x-bake-key");
  if (route != context.client_metadata().end()) {
    routes.emplace_back(route->second.data(), route->second.size());
  } else {
    routes.emplace_back();
  }
  if (failures.empty()) return grpc::Status::OK;
  const grpc::Status failure = failures.front();
  failures.pop_front();
  return failure;
}

grpc::Status FakeDaemon::Bake(grpc::ServerContext* context, const v1::BakeRequest* request,
                              v1::BakeResponse* response) {
  const grpc::Status status = Begin(*context);
  if (!status.ok()) return status;
  last_bake = *request;
  response->set_bake_key("clip.rig.rel");
  response->set_digest(Digest());
  response->set_size_bytes(static_cast<int64_t>(zanim.size()));
  response->set_origin(v1::BAKE_ORIGIN_BAKED);
  if (inline_bytes) response->set_zanim(zanim);
  return grpc::Status::OK;
}

grpc::Status FakeDaemon::FetchBake(grpc::ServerContext* context, const v1::FetchBakeRequest* request,
                                   grpc::ServerWriter<v1::FetchBakeResponse>* writer) {
  const grpc::Status status = Begin(*context);
  if (!status.ok()) return status;
  fetch_offsets.push_back(request->offset_bytes());
  const bool breaks = break_stream_after >= 0 && fetch_offsets.size() == 1;
  const int64_t size = static_cast<int64_t>(zanim.size());
  for (int64_t offset = request->offset_bytes(); offset < size; offset += chunk_bytes) {
    if (breaks && offset >= break_stream_after) return {grpc::StatusCode::UNAVAILABLE, "the stream broke"};
    v1::FetchBakeResponse chunk;
    if (offset == request->offset_bytes()) {
      chunk.set_digest(Digest());
      chunk.set_size_bytes(size);
    }
    chunk.set_offset_bytes(offset);
    chunk.set_data(zanim.substr(static_cast<size_t>(offset), static_cast<size_t>(chunk_bytes)));
    writer->Write(chunk);
  }
  return grpc::Status::OK;
}

grpc::Status Exhausted(int delay_ms) {
  v1::ErrorDetail detail;
  if (delay_ms >= 0) {
    detail.mutable_retry_delay()->set_seconds(delay_ms / 1000);
    detail.mutable_retry_delay()->set_nanos(delay_ms % 1000 * 1'000'000);
  }
  return {grpc::StatusCode::RESOURCE_EXHAUSTED, "the bake queue is full", detail.SerializeAsString()};
}

}  // namespace retarget::testing
