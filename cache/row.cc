#include "cache/row.h"

#include <algorithm>

#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"

namespace retarget {
namespace {

constexpr std::string_view kValueMagic = "RTGV";
constexpr uint16_t kValueVersion = 1;
constexpr uint16_t kRecordVersion = 1;
constexpr size_t kMostAuxNameBytes = 64;
// Below '.', so that a key without options sorts before the same key with them, as their texts do.
constexpr char kKeyEnd = '#';

std::string_view KindName(RowKind kind) {
  switch (kind) {
    case RowKind::kBakeRecord:
      return "bake";
    case RowKind::kBakeBytes:
      return "bytes";
    case RowKind::kAuxRecord:
      return "aux";
    case RowKind::kAuxBytes:
      return "auxbytes";
  }
  return "";
}

bool IsAuxNameByte(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_' || c == '-'; }

absl::Status ExpectVersion(ByteReader& reader, uint16_t expected) {
  ASSIGN_OR_RETURN(const uint16_t version, reader.U16("version"));
  if (version == expected) return absl::OkStatus();
  return absl::DataLossError(Cat("version: expected ", expected, ", got ", version));
}

absl::StatusOr<Digest> ReadDigest(ByteReader& reader) {
  ASSIGN_OR_RETURN(const std::string_view raw, reader.Bytes(Digest::kSize, "digest"));
  return Digest::FromBytes(raw);
}

absl::StatusOr<OpenedValue> ReadValue(std::string_view row, ByteReader& reader) {
  RETURN_IF_ERROR(reader.Expect(kValueMagic, "magic"));
  RETURN_IF_ERROR(ExpectVersion(reader, kValueVersion));
  ASSIGN_OR_RETURN(const std::string_view echo, reader.String("row"));
  if (echo != row) return absl::DataLossError("the value belongs to another row");
  ASSIGN_OR_RETURN(const uint64_t size, reader.U64("size"));
  ASSIGN_OR_RETURN(const Digest digest, ReadDigest(reader));
  if (size != reader.remaining())
    return absl::DataLossError(Cat("expected ", size, " bytes, got ", reader.remaining()));
  ASSIGN_OR_RETURN(const std::string_view payload, reader.Bytes(size, "payload"));
  if (Sha256Of(payload) != digest) return absl::DataLossError("the bytes do not match their digest");
  return OpenedValue{payload, digest};
}

void WriteCommon(ByteWriter& writer, uint64_t size_bytes, const Digest& digest, int64_t created_unix_ms) {
  writer.U16(kRecordVersion);
  writer.U64(size_bytes);
  writer.Bytes(digest.AsBytes());
  writer.U64(static_cast<uint64_t>(created_unix_ms));
}

// The fields both kinds of records begin with.
template <typename Record>
absl::Status ReadCommon(ByteReader& reader, Record& record) {
  RETURN_IF_ERROR(ExpectVersion(reader, kRecordVersion));
  ASSIGN_OR_RETURN(record.size_bytes, reader.U64("size"));
  ASSIGN_OR_RETURN(record.digest, ReadDigest(reader));
  ASSIGN_OR_RETURN(const uint64_t created, reader.U64("created"));
  record.created_unix_ms = static_cast<int64_t>(created);
  return absl::OkStatus();
}

absl::Status ReadLabels(ByteReader& reader, BakeLabels& labels) {
  for (std::string* label : {&labels.source, &labels.target, &labels.clip}) {
    ASSIGN_OR_RETURN(*label, reader.String("label"));
  }
  return absl::OkStatus();
}

// Stored bytes are never the caller's mistake.
absl::Status AsDataLoss(const absl::Status& status) {
  return status.ok() ? status : absl::DataLossError(status.message());
}

}  // namespace

std::string EpochPrefix(uint64_t epoch) { return Cat(absl::Hex(epoch, absl::kZeroPad16), "/"); }

std::string RowPrefix(uint64_t epoch, RowKind kind) { return Cat(EpochPrefix(epoch), KindName(kind), "/"); }

std::string BakeRow(uint64_t epoch, RowKind kind, const BakeKey& key) {
  return RowPrefix(epoch, kind) + key.Text() + kKeyEnd;
}

std::string AuxRow(uint64_t epoch, RowKind kind, const BakeKey& key, std::string_view name) {
  return Cat(BakeRow(epoch, kind, key), name);
}

std::optional<ParsedRow> ParseRow(std::string_view row_tail) {
  const size_t key_end = row_tail.find(kKeyEnd);
  if (key_end == std::string_view::npos) return std::nullopt;
  absl::StatusOr<BakeKey> key = BakeKey::Parse(row_tail.substr(0, key_end));
  if (!key.ok()) return std::nullopt;
  return ParsedRow{*std::move(key), std::string(row_tail.substr(key_end + 1))};
}

absl::Status CheckAuxName(std::string_view name) {
  if (!name.empty() && name.size() <= kMostAuxNameBytes && std::all_of(name.begin(), name.end(), IsAuxNameByte)) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(Cat("aux name ", Quoted(name), ": expected 1 to 64 of a-z, 0-9, '_', '-'"));
}

std::string ValueHeader(std::string_view row, uint64_t payload_size, const Digest& payload_digest) {
  ByteWriter writer;
  writer.Bytes(kValueMagic);
  writer.U16(kValueVersion);
  writer.String(row);
  writer.U64(payload_size);
  writer.Bytes(payload_digest.AsBytes());
  return writer.Take();
}

absl::StatusOr<OpenedValue> OpenValue(std::string_view row, std::string_view value) {
  ByteReader reader(value);
  absl::StatusOr<OpenedValue> opened = ReadValue(row, reader);
  if (!opened.ok()) return AsDataLoss(opened.status());
  return opened;
}

std::string EncodeBakeRecord(const BakeRecord& record) {
  ByteWriter writer;
  WriteCommon(writer, record.size_bytes, record.digest, record.created_unix_ms);
  writer.String(record.labels.source);
  writer.String(record.labels.target);
  writer.String(record.labels.clip);
  return writer.Take();
}

absl::StatusOr<BakeRecord> DecodeBakeRecord(std::string_view payload) {
  ByteReader reader(payload);
  BakeRecord record;
  RETURN_IF_ERROR(AsDataLoss(ReadCommon(reader, record)));
  RETURN_IF_ERROR(AsDataLoss(ReadLabels(reader, record.labels)));
  RETURN_IF_ERROR(AsDataLoss(reader.ExpectEnd("record")));
  return record;
}

std::string EncodeAuxRecord(const AuxRecord& record) {
  ByteWriter writer;
  WriteCommon(writer, record.size_bytes, record.digest, record.created_unix_ms);
  return writer.Take();
}

absl::StatusOr<AuxRecord> DecodeAuxRecord(std::string_view name, std::string_view payload) {
  ByteReader reader(payload);
  AuxRecord record;
  record.name = std::string(name);
  RETURN_IF_ERROR(AsDataLoss(ReadCommon(reader, record)));
  RETURN_IF_ERROR(AsDataLoss(reader.ExpectEnd("record")));
  return record;
}

}  // namespace retarget
