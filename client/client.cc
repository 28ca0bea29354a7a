#include "client/client.h"

#include <random>
#include <thread>
#include <utility>

#include "client/bake_request.h"
#include "core/base/cat.h"
#include "core/base/digest.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "grpcpp/client_context.h"
#include "grpcpp/create_channel.h"
#include "grpcpp/support/channel_arguments.h"
#include "retarget/v1/admin.grpc.pb.h"
#include "retarget/v1/retarget.grpc.pb.h"

namespace retarget {
namespace {

using Clock = std::chrono::system_clock;  // what gRPC deadlines are given in

// Answers are bounded by the daemon (aux data is at most 16 MiB); this only keeps a broken peer from filling memory.
constexpr int kMostAnswerBytes = 256 << 20;
// A daemon that was just started should be found by the next try, not after gRPC's default of a second.
constexpr int kReconnectDelayMs = 100;
// How long one attempt to connect may take: a busy machine answers late.
constexpr int kConnectTimeoutMs = 10'000;

std::shared_ptr<grpc::Channel> OpenChannel(const std::string& address) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(kMostAnswerBytes);
  arguments.SetMaxSendMessageSize(-1);  // the daemon states and enforces the limit
  arguments.SetInt(GRPC_ARG_INITIAL_RECONNECT_BACKOFF_MS, kReconnectDelayMs);
  arguments.SetInt(GRPC_ARG_MIN_RECONNECT_BACKOFF_MS, kConnectTimeoutMs);  // gRPC's name for it is misleading
  arguments.SetInt(GRPC_ARG_ENABLE_HTTP_PROXY, 0);  // http_proxy is for the web, not for a daemon on this network
  return grpc::CreateCustomChannel(address, grpc::InsecureChannelCredentials(), arguments);
}

absl::Status CheckOptions(const ClientOptions& options) {
  const size_t colon = options.address.find(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == options.address.size()) {
    return absl::InvalidArgumentError(
        Cat("daemon address ", Quoted(options.address), ": expected host:port or unix:PATH"));
  }
  if (options.deadline.count() <= 0) return absl::InvalidArgumentError("the deadline must be greater than 0");
  return absl::OkStatus();
}

double Jitter() {
  thread_local std::minstd_rand random(std::random_device{}());
  return std::uniform_real_distribution<double>(0.0, 1.0)(random);
}

// Calls that know only a bake key are routed by its first two parts, the base key.
std::string RouteOfBakeKey(const std::string& bake_key) {
  const size_t first = bake_key.find('.');
  return bake_key.substr(0, first == std::string::npos ? first : bake_key.find('.', first + 1));
}

// What has arrived of a bake so far. The digest and size are those of the first message.
struct Fetched {
  std::string digest, bytes;
  int64_t size_bytes = 0;

  // Adds a chunk; `first`: the first one of a stream. Fails when it does not continue what is there.
  grpc::Status Add(const v1::FetchBakeResponse& chunk, bool first) {
    if (first && !digest.empty() && digest != chunk.digest()) return Mismatch("changed while it was fetched");
    if (first) {
      digest = chunk.digest();
      size_bytes = chunk.size_bytes();
    }
    if (chunk.offset_bytes() != static_cast<int64_t>(bytes.size())) return Mismatch("arrived out of order");
    bytes += chunk.data();
    return grpc::Status::OK;
  }

  bool Complete() const { return size_bytes > 0 && static_cast<int64_t>(bytes.size()) == size_bytes; }

  static grpc::Status Mismatch(const char* what) {
    return {grpc::StatusCode::DATA_LOSS, Cat("the bytes of the bake ", what)};
  }
};

absl::Status CheckDigest(const std::string& bake_key, std::string_view bytes, const std::string& expected) {
  const std::string actual = Sha256Of(bytes).Hex();
  if (actual == expected) return absl::OkStatus();
  return absl::DataLossError(Cat("bake ", bake_key, ": received ", bytes.size(), " bytes with digest ", actual,
                                 ", expected ", expected, "; nothing was kept, fetch it again"));
}

}  // namespace

class Client::Wire {
 public:
  explicit Wire(ClientOptions options);

  // Runs `attempt` with a fresh context until it succeeds, its failure is final, or the deadline is near.
  absl::Status Repeat(const std::string& route, const std::function<grpc::Status(grpc::ClientContext&)>& attempt) const;

  // One call without streams; `method` is a method of a stub.
  template <typename Stub, typename Request, typename Response>
  absl::StatusOr<Response> Call(Stub& stub,
                                grpc::Status (Stub::*method)(grpc::ClientContext*, const Request&, Response*),
                                const Request& request, const std::string& route) const {
    Response response;
    RETURN_IF_ERROR(
        Repeat(route, [&](grpc::ClientContext& context) { return (stub.*method)(&context, request, &response); }));
    return response;
  }

  v1::RetargetService::Stub& retarget() { return *retarget_; }
  v1::AdminService::Stub& admin() { return *admin_; }

 private:
  absl::Status ToStatus(const grpc::Status& status) const;

  ClientOptions options_;
  std::unique_ptr<v1::RetargetService::Stub> retarget_;
  std::unique_ptr<v1::AdminService::Stub> admin_;
};

absl::StatusOr<std::unique_ptr<Client>> Client::Create(ClientOptions options) {
  RETURN_IF_ERROR(CheckOptions(options));
  return std::unique_ptr<Client>(new Client(std::make_unique<Wire>(std::move(options))));
}

Client::Client(std::unique_ptr<Wire> wire) : wire_(std::move(wire)) {}

Client::~Client() = default;

Client::Wire::Wire(ClientOptions options) : options_(std::move(options)) {
  if (!options_.retry.sleep) {
    options_.retry.sleep = [](std::chrono::milliseconds delay) { std::this_thread::sleep_for(delay); };
  }
  const std::shared_ptr<grpc::Channel> channel = OpenChannel(options_.address);
  retarget_ = v1::RetargetService::NewStub(channel);
  admin_ = v1::AdminService::NewStub(channel);
}

absl::Status Client::Wire::ToStatus(const grpc::Status& status) const {
  std::string message = status.error_message();
  if (status.error_code() == grpc::StatusCode::UNAVAILABLE) {
    message = Cat("no answer from a daemon at ", options_.address, ": ", message);
  } else if (status.error_code() == grpc::StatusCode::DEADLINE_EXCEEDED) {
    message = Cat("the daemon at ", options_.address, " did not answer within ", options_.deadline.count(), " ms");
  }
  // gRPC and Abseil number their codes alike.
  return absl::Status(static_cast<absl::StatusCode>(status.error_code()), message);
}

absl::Status Client::Wire::Repeat(const std::string& route,
                                  const std::function<grpc::Status(grpc::ClientContext&)>& attempt) const {
  const Clock::time_point deadline = Clock::now() + options_.deadline;
  for (int number = 1;; ++number) {
    grpc::ClientContext context;
    context.set_deadline(deadline);
    if (!route.empty()) context.AddMetadata(kRoutingMetadata, route);
    const grpc::Status status = attempt(context);
    if (status.ok()) return absl::OkStatus();
    const auto delay = DelayBeforeRetry(status, number, options_.retry, Jitter());
    if (!delay.has_value() || Clock::now() + *delay >= deadline) return ToStatus(status);
    options_.retry.sleep(*delay);
  }
}

absl::StatusOr<v1::BakeResponse> Client::Bake(const v1::BakeRequest& request, const FetchProgress& progress) const {
  const std::string route = RoutingKey(request.clip(), request.target());
  ASSIGN_OR_RETURN(v1::BakeResponse response,
                   wire_->Call(wire_->retarget(), &v1::RetargetService::Stub::Bake, request, route));
  if (request.omit_bytes()) return response;
  if (response.zanim().empty()) {
    ASSIGN_OR_RETURN(*response.mutable_zanim(), Fetch(response.bake_key(), route, progress));
  }
  RETURN_IF_ERROR(CheckDigest(response.bake_key(), response.zanim(), response.digest()));
  return response;
}

absl::StatusOr<std::string> Client::FetchBake(const std::string& bake_key, const FetchProgress& progress) const {
  return Fetch(bake_key, RouteOfBakeKey(bake_key), progress);
}

absl::StatusOr<std::string> Client::Fetch(const std::string& bake_key, const std::string& route,
                                          const FetchProgress& progress) const {
  Fetched fetched;
  RETURN_IF_ERROR(wire_->Repeat(route, [&](grpc::ClientContext& context) {
    if (fetched.Complete()) return grpc::Status::OK;  // the last try lost only the end of its stream
    v1::FetchBakeRequest request;
    request.set_bake_key(bake_key);
    request.set_offset_bytes(static_cast<int64_t>(fetched.bytes.size()));
    const auto reader = wire_->retarget().FetchBake(&context, request);
    grpc::Status status = grpc::Status::OK;
    v1::FetchBakeResponse chunk;
    for (bool first = true; status.ok() && reader->Read(&chunk); first = false) {
      status = fetched.Add(chunk, first);
      if (progress && status.ok()) progress(static_cast<int64_t>(fetched.bytes.size()), fetched.size_bytes);
    }
    if (!status.ok()) context.TryCancel();
    const grpc::Status end = reader->Finish();
    return status.ok() ? end : status;
  }));
  RETURN_IF_ERROR(CheckDigest(bake_key, fetched.bytes, fetched.digest));
  return std::move(fetched.bytes);
}

absl::StatusOr<v1::PlanResponse> Client::Plan(const v1::PlanRequest& request) const {
  return wire_->Call(wire_->retarget(), &v1::RetargetService::Stub::Plan, request,
                     RoutingKey(request.clip(), request.target()));
}

absl::StatusOr<v1::DeriveProfileResponse> Client::DeriveProfile(const v1::DeriveProfileRequest& request) const {
  return wire_->Call(wire_->retarget(), &v1::RetargetService::Stub::DeriveProfile, request, "");
}

absl::StatusOr<v1::NormalizeRigResponse> Client::NormalizeRig(const v1::NormalizeRigRequest& request) const {
  return wire_->Call(wire_->retarget(), &v1::RetargetService::Stub::NormalizeRig, request, "");
}

absl::StatusOr<v1::ExtractRigResponse> Client::ExtractRig(const v1::ExtractRigRequest& request) const {
  return wire_->Call(wire_->retarget(), &v1::RetargetService::Stub::ExtractRig, request, "");
}

absl::Status Client::PutAux(const v1::PutAuxRequest& request) const {
  return wire_->Call(wire_->retarget(), &v1::RetargetService::Stub::PutAux, request, RouteOfBakeKey(request.bake_key()))
      .status();
}

absl::StatusOr<v1::GetAuxResponse> Client::GetAux(const v1::GetAuxRequest& request) const {
  return wire_->Call(wire_->retarget(), &v1::RetargetService::Stub::GetAux, request,
                     RouteOfBakeKey(request.bake_key()));
}

absl::StatusOr<v1::ListAuxResponse> Client::ListAux(const v1::ListAuxRequest& request) const {
  return wire_->Call(wire_->retarget(), &v1::RetargetService::Stub::ListAux, request,
                     RouteOfBakeKey(request.bake_key()));
}

absl::StatusOr<v1::ClearCacheResponse> Client::ClearCache(const v1::ClearCacheRequest& request) const {
  return wire_->Call(wire_->admin(), &v1::AdminService::Stub::ClearCache, request, "");
}

absl::StatusOr<v1::GetStatsResponse> Client::GetStats() const {
  return wire_->Call(wire_->admin(), &v1::AdminService::Stub::GetStats, v1::GetStatsRequest(), "");
}

}  // namespace retarget
