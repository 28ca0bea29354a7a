#pragma once
// The requests about what is stored: aux data, clearing, counters. Run on an io thread.

#include "absl/status/status.h"
#include "cache/bake_store.h"
#include "retarget/v1/admin.pb.h"
#include "retarget/v1/retarget.pb.h"

namespace retarget {

// Largest aux entry a client may store: 16 MiB.
inline constexpr size_t kMaxAuxBytes = size_t{16} << 20;

// Each fills `response`, or fails with a code its RPC documents; the response is then not to be sent.
absl::Status HandlePutAux(BakeStore& store, const v1::PutAuxRequest& request);
absl::Status HandleGetAux(BakeStore& store, const v1::GetAuxRequest& request, v1::GetAuxResponse& response);
absl::Status HandleListAux(BakeStore& store, const v1::ListAuxRequest& request, v1::ListAuxResponse& response);
absl::Status HandleClearCache(BakeStore& store, const v1::ClearCacheRequest& request, v1::ClearCacheResponse& response);
absl::Status HandleStoreStats(BakeStore& store, v1::StoreStats& stats);

}  // namespace retarget
