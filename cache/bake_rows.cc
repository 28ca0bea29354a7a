#include "cache/bake_rows.h"

#include <memory>
#include <optional>
#include <utility>

#include "core/base/cat.h"
#include "core/base/status_macros.h"

namespace retarget {
namespace {

// What the texts of all covered keys begin with, '#' included where it is one key.
std::string CoveredPrefix(const ClearSelector& selector) {
  if (const auto* bake = std::get_if<BakeKey>(&selector)) return bake->Text() + "#";
  if (const auto* base = std::get_if<BaseKey>(&selector)) return base->Text() + ".";
  return "";
}

absl::StatusOr<BakeRecord> OpenBakeRecord(std::string_view row, std::string_view value) {
  ASSIGN_OR_RETURN(const OpenedValue opened, OpenValue(row, value));
  return DecodeBakeRecord(opened.payload);
}

absl::StatusOr<AuxRecord> OpenAuxRecord(std::string_view row, std::string_view name, std::string_view value) {
  ASSIGN_OR_RETURN(const OpenedValue opened, OpenValue(row, value));
  return DecodeAuxRecord(name, opened.payload);
}

// The record is there and its bytes are not: damage, since both are written in one batch.
absl::Status BytesMustBeThere(const absl::Status& status) {
  return absl::IsNotFound(status) ? absl::DataLossError("a record without its bytes") : status;
}

absl::Status ExpectRecorded(const Digest& recorded, const Digest& read) {
  return recorded == read ? absl::OkStatus() : absl::DataLossError("the bytes are not those of the record");
}

}  // namespace

absl::Status BakeRows::ReadRow(const std::string& row, VerifiedRow* result) const {
  RETURN_IF_ERROR(db_.Read(row, &result->value));
  ASSIGN_OR_RETURN(result->opened, OpenValue(row, {result->value.data(), result->value.size()}));
  return absl::OkStatus();
}

absl::StatusOr<BakeRecord> BakeRows::ReadRecord(const BakeKey& key) const {
  VerifiedRow row;
  RETURN_IF_ERROR(ReadRow(BakeRow(db_.epoch(), RowKind::kBakeRecord, key), &row));
  return DecodeBakeRecord(row.opened.payload);
}

absl::StatusOr<StoredBake> BakeRows::ReadBake(const BakeKey& key) const {
  ASSIGN_OR_RETURN(BakeRecord record, ReadRecord(key));
  VerifiedRow row;
  RETURN_IF_ERROR(BytesMustBeThere(ReadRow(BakeRow(db_.epoch(), RowKind::kBakeBytes, key), &row)));
  RETURN_IF_ERROR(ExpectRecorded(record.digest, row.opened.digest));
  return StoredBake{std::move(record), std::make_shared<const std::string>(row.opened.payload)};
}

absl::StatusOr<AuxRecord> BakeRows::ReadAuxRecord(const BakeKey& key, std::string_view name) const {
  VerifiedRow row;
  RETURN_IF_ERROR(ReadRow(AuxRow(db_.epoch(), RowKind::kAuxRecord, key, name), &row));
  return DecodeAuxRecord(name, row.opened.payload);
}

absl::StatusOr<StoredAux> BakeRows::ReadAux(const BakeKey& key, std::string_view name) const {
  ASSIGN_OR_RETURN(AuxRecord record, ReadAuxRecord(key, name));
  VerifiedRow row;
  RETURN_IF_ERROR(BytesMustBeThere(ReadRow(AuxRow(db_.epoch(), RowKind::kAuxBytes, key, name), &row)));
  RETURN_IF_ERROR(ExpectRecorded(record.digest, row.opened.digest));
  return StoredAux{std::move(record), std::string(row.opened.payload)};
}

absl::StatusOr<std::vector<AuxRecord>> BakeRows::ListAux(const BakeKey& key) const {
  const std::string prefix = BakeRow(db_.epoch(), RowKind::kAuxRecord, key);
  std::vector<AuxRecord> records;
  RETURN_IF_ERROR(db_.Visit(prefix, [&](std::string_view row, std::string_view value) {
    absl::StatusOr<AuxRecord> record = OpenAuxRecord(row, row.substr(prefix.size()), value);
    if (record.ok()) records.push_back(*std::move(record));
    return true;
  }));
  return records;
}

absl::StatusOr<std::vector<ListedBake>> BakeRows::ListBakes(std::string_view prefix, size_t limit) const {
  const std::string kind_prefix = RowPrefix(db_.epoch(), RowKind::kBakeRecord);
  std::vector<ListedBake> bakes;
  if (limit == 0) return bakes;
  RETURN_IF_ERROR(db_.Visit(Cat(kind_prefix, prefix), [&](std::string_view row, std::string_view value) {
    const std::optional<ParsedRow> parsed = ParseRow(row.substr(kind_prefix.size()));
    absl::StatusOr<BakeRecord> record = OpenBakeRecord(row, value);
    if (parsed.has_value() && record.ok()) bakes.push_back({parsed->key, *std::move(record)});
    return bakes.size() < limit;
  }));
  return bakes;
}

absl::StatusOr<ClearCounts> BakeRows::Count(const ClearSelector& selector) const {
  const std::string covered = CoveredPrefix(selector);
  ClearCounts counts;
  RETURN_IF_ERROR(db_.Visit(RowPrefix(db_.epoch(), RowKind::kBakeRecord) + covered,
                            [&](std::string_view row, std::string_view value) {
                              const absl::StatusOr<BakeRecord> record = OpenBakeRecord(row, value);
                              counts.bakes += 1;
                              counts.size_bytes += record.ok() ? record->size_bytes : 0;
                              return true;
                            }));
  RETURN_IF_ERROR(db_.Visit(RowPrefix(db_.epoch(), RowKind::kAuxRecord) + covered,
                            [&](std::string_view row, std::string_view value) {
                              const absl::StatusOr<AuxRecord> record = OpenAuxRecord(row, "", value);
                              counts.aux += 1;
                              counts.size_bytes += record.ok() ? record->size_bytes : 0;
                              return true;
                            }));
  return counts;
}

absl::StatusOr<std::vector<BakeKey>> BakeRows::BakesOf(const BaseKey& base) const {
  const std::string kind_prefix = RowPrefix(db_.epoch(), RowKind::kBakeRecord);
  std::vector<BakeKey> keys;
  RETURN_IF_ERROR(db_.Visit(kind_prefix + CoveredPrefix(base), [&](std::string_view row, std::string_view) {
    const std::optional<ParsedRow> parsed = ParseRow(row.substr(kind_prefix.size()));
    if (parsed.has_value()) keys.push_back(parsed->key);
    return true;
  }));
  return keys;
}

absl::Status BakeRows::WriteBake(const BakeWrite& write, const BakeRecord& record,
                                 absl::Span<const AuxRecord> aux_records) {
  rocksdb::WriteBatch batch;
  RETURN_IF_ERROR(AddRemoval(batch, write.key));
  const std::string bytes_row = BakeRow(db_.epoch(), RowKind::kBakeBytes, write.key);
  db_.Put(batch, bytes_row, ValueHeader(bytes_row, record.size_bytes, record.digest), *write.bytes);
  const std::string record_row = BakeRow(db_.epoch(), RowKind::kBakeRecord, write.key);
  const std::string payload = EncodeBakeRecord(record);
  db_.Put(batch, record_row, ValueHeader(record_row, payload.size(), Sha256Of(payload)), payload);
  for (size_t i = 0; i < write.aux.size(); ++i) AddAux(batch, write.key, write.aux[i], aux_records[i]);
  return db_.Write(batch, Durability::kProcess);
}

absl::Status BakeRows::WriteAux(const BakeKey& key, const AuxWrite& aux, const AuxRecord& record) {
  rocksdb::WriteBatch batch;
  AddAux(batch, key, aux, record);
  return db_.Write(batch, Durability::kProcess);
}

void BakeRows::AddAux(rocksdb::WriteBatch& batch, const BakeKey& key, const AuxWrite& aux,
                      const AuxRecord& record) const {
  const std::string bytes_row = AuxRow(db_.epoch(), RowKind::kAuxBytes, key, aux.name);
  db_.Put(batch, bytes_row, ValueHeader(bytes_row, record.size_bytes, record.digest), aux.bytes);
  const std::string record_row = AuxRow(db_.epoch(), RowKind::kAuxRecord, key, aux.name);
  const std::string payload = EncodeAuxRecord(record);
  db_.Put(batch, record_row, ValueHeader(record_row, payload.size(), Sha256Of(payload)), payload);
}

absl::Status BakeRows::RemoveBakes(absl::Span<const BakeKey> keys, Durability durability) {
  rocksdb::WriteBatch batch;
  for (const BakeKey& key : keys) RETURN_IF_ERROR(AddRemoval(batch, key));
  return db_.Write(batch, durability);
}

absl::Status BakeRows::AddRemoval(rocksdb::WriteBatch& batch, const BakeKey& key) const {
  const std::string aux_prefix = BakeRow(db_.epoch(), RowKind::kAuxRecord, key);
  RETURN_IF_ERROR(db_.Visit(aux_prefix, [&](std::string_view row, std::string_view) {
    const std::string_view name = row.substr(aux_prefix.size());
    db_.Delete(batch, std::string(row));
    db_.Delete(batch, AuxRow(db_.epoch(), RowKind::kAuxBytes, key, name));
    return true;
  }));
  db_.Delete(batch, BakeRow(db_.epoch(), RowKind::kBakeRecord, key));
  db_.Delete(batch, BakeRow(db_.epoch(), RowKind::kBakeBytes, key));
  return absl::OkStatus();
}

absl::Status BakeRows::RemoveAux(const BakeKey& key, std::string_view name) {
  rocksdb::WriteBatch batch;
  db_.Delete(batch, AuxRow(db_.epoch(), RowKind::kAuxRecord, key, name));
  db_.Delete(batch, AuxRow(db_.epoch(), RowKind::kAuxBytes, key, name));
  return db_.Write(batch, Durability::kProcess);
}

}  // namespace retarget
