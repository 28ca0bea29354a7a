#include "server/store_handlers.h"

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "server/bake_pipeline.h"
#include "server/request_problems.h"

namespace retarget {
namespace {

absl::StatusOr<ClearSelector> SelectorOf(const v1::ClearCacheRequest& request) {
  switch (request.selector_case()) {
    case v1::ClearCacheRequest::kBaseKey: {
      const absl::StatusOr<BaseKey> key = BaseKey::Parse(request.base_key());
      if (!key.ok()) return InField("base_key", key.status());
      return *key;
    }
    case v1::ClearCacheRequest::kBakeKey: {
      const absl::StatusOr<BakeKey> key = BakeKey::Parse(request.bake_key());
      if (!key.ok()) return InField("bake_key", key.status());
      return *key;
    }
    case v1::ClearCacheRequest::kEverything:
      if (request.everything()) return ClearEverything{};
      return InField("everything", absl::InvalidArgumentError("must be true to clear everything"));
    case v1::ClearCacheRequest::SELECTOR_NOT_SET:
      break;
  }
  return InField("selector", absl::InvalidArgumentError("required: base_key, bake_key or everything"));
}

absl::Status CheckPutAux(const v1::PutAuxRequest& request, const absl::StatusOr<BakeKey>& key) {
  RequestProblems problems;
  problems.Add("bake_key", key.status());
  if (request.name() == kReportAux || request.name() == kPlanAux) {
    problems.Add("name", absl::InvalidArgumentError(Cat(Quoted(request.name()), " is written by the daemon alone")));
  }
  if (request.data().size() > kMaxAuxBytes) {
    problems.Add("data", absl::InvalidArgumentError(Cat(request.data().size(), " bytes; at most ", kMaxAuxBytes)));
  }
  return problems.ToStatus();
}

}  // namespace

absl::Status HandlePutAux(BakeStore& store, const v1::PutAuxRequest& request) {
  const absl::StatusOr<BakeKey> key = BakeKey::Parse(request.bake_key());
  RETURN_IF_ERROR(CheckPutAux(request, key));
  return store.PutAux(*key, {request.name(), request.data()}).status();
}

absl::Status HandleGetAux(BakeStore& store, const v1::GetAuxRequest& request, v1::GetAuxResponse& response) {
  const absl::StatusOr<BakeKey> key = BakeKey::Parse(request.bake_key());
  if (!key.ok()) return InField("bake_key", key.status());
  ASSIGN_OR_RETURN(StoredAux aux, store.GetAux(*key, request.name()));
  response.set_data(std::move(aux.bytes));
  return absl::OkStatus();
}

absl::Status HandleListAux(BakeStore& store, const v1::ListAuxRequest& request, v1::ListAuxResponse& response) {
  const absl::StatusOr<BakeKey> key = BakeKey::Parse(request.bake_key());
  if (!key.ok()) return InField("bake_key", key.status());
  ASSIGN_OR_RETURN(const std::vector<AuxRecord> records, store.ListAux(*key));
  for (const AuxRecord& record : records) response.add_names(record.name);
  return absl::OkStatus();
}

absl::Status HandleClearCache(BakeStore& store, const v1::ClearCacheRequest& request,
                              v1::ClearCacheResponse& response) {
  ASSIGN_OR_RETURN(const ClearSelector selector, SelectorOf(request));
  ASSIGN_OR_RETURN(const ClearCounts counts, store.Clear(selector, request.dry_run()));
  response.set_bake_count(static_cast<int64_t>(counts.bakes));
  response.set_aux_count(static_cast<int64_t>(counts.aux));
  response.set_size_bytes(static_cast<int64_t>(counts.size_bytes));
  return absl::OkStatus();
}

absl::Status HandleStoreStats(BakeStore& store, v1::StoreStats& stats) {
  ASSIGN_OR_RETURN(const StoreStats now, store.Stats());
  stats.set_bake_count(static_cast<int64_t>(now.bakes));
  stats.set_aux_count(static_cast<int64_t>(now.aux));
  stats.set_size_bytes(static_cast<int64_t>(now.size_bytes));
  stats.set_corrupt_count(static_cast<int64_t>(now.corrupt));
  stats.set_error_count(static_cast<int64_t>(now.read_errors));
  stats.set_disk_bytes(static_cast<int64_t>(now.disk_bytes));
  stats.set_hot_bake_count(static_cast<int64_t>(now.hot_bakes));
  stats.set_hot_bytes(static_cast<int64_t>(now.hot_bytes));
  return absl::OkStatus();
}

}  // namespace retarget
