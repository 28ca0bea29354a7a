#pragma once
// The C++ client of retargetd.

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/retry.h"
#include "retarget/v1/admin.pb.h"
#include "retarget/v1/retarget.pb.h"

namespace retarget {

// Where a daemon listens unless told otherwise.
inline constexpr char kDefaultAddress[] = "127.0.0.1:7411";

struct ClientOptions {
  // `host:port` or `unix:PATH`.
  std::string address = kDefaultAddress;
  // For a whole call, its retries included.
  std::chrono::milliseconds deadline{120'000};
  RetryOptions retry;
};

// Told how many bytes of how many have arrived.
using FetchProgress = std::function<void(int64_t received_bytes, int64_t size_bytes)>;

// Calls a daemon. Thread-safe. Every call has a deadline, is repeated as RetryOptions says, and fails with the code and
// message of the daemon, besides: kUnavailable naming the address when no daemon answers, kDeadlineExceeded when
// ClientOptions::deadline passed.
class Client {
 public:
  ~Client();

  // Does not connect yet: the first call does. kInvalidArgument: not an address.
  static absl::StatusOr<std::unique_ptr<Client>> Create(ClientOptions options);

  // Bakes, or finds the bake. `zanim` of the result holds all bytes whatever their size, checked against the digest,
  // unless the request says `omit_bytes`. kDataLoss: the bytes do not match.
  absl::StatusOr<v1::BakeResponse> Bake(const v1::BakeRequest& request, const FetchProgress& progress = nullptr) const;

  // The zanim bytes of a stored bake, checked against the digest (kDataLoss: they do not match). A broken stream is
  // taken up again where it ended. kNotFound: not stored.
  absl::StatusOr<std::string> FetchBake(const std::string& bake_key, const FetchProgress& progress = nullptr) const;

  absl::StatusOr<v1::PlanResponse> Plan(const v1::PlanRequest& request) const;
  absl::StatusOr<v1::DeriveProfileResponse> DeriveProfile(const v1::DeriveProfileRequest& request) const;
  absl::StatusOr<v1::NormalizeRigResponse> NormalizeRig(const v1::NormalizeRigRequest& request) const;
  absl::StatusOr<v1::ExtractRigResponse> ExtractRig(const v1::ExtractRigRequest& request) const;
  absl::Status PutAux(const v1::PutAuxRequest& request) const;
  absl::StatusOr<v1::GetAuxResponse> GetAux(const v1::GetAuxRequest& request) const;
  absl::StatusOr<v1::ListAuxResponse> ListAux(const v1::ListAuxRequest& request) const;
  absl::StatusOr<v1::ClearCacheResponse> ClearCache(const v1::ClearCacheRequest& request) const;
  absl::StatusOr<v1::GetStatsResponse> GetStats() const;

 private:
  class Wire;  // the gRPC side
  explicit Client(std::unique_ptr<Wire> wire);

  absl::StatusOr<std::string> Fetch(const std::string& bake_key, const std::string& route,
                                    const FetchProgress& progress) const;

  std::unique_ptr<Wire> wire_;
};

}  // namespace retarget
