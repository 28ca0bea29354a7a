#pragma once
// Rows of the store: how they are named, and how their values carry the proof of being whole. LAYOUT.md shows examples.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cache/bake_key.h"
#include "cache/bake_store.h"
#include "core/base/digest.h"

namespace retarget {

// Records are rows of their own, so that lists, counts and clears never read the bytes.
enum class RowKind { kBakeRecord, kBakeBytes, kAuxRecord, kAuxBytes };

// "<epoch, 16 hex digits>/". Rows of an older epoch sort first.
std::string EpochPrefix(uint64_t epoch);
// What all rows of the kind begin with.
std::string RowPrefix(uint64_t epoch, RowKind kind);
// Row of a bake. With '#' after the key, a bake's rows are a prefix of no other bake's.
std::string BakeRow(uint64_t epoch, RowKind kind, const BakeKey& key);
std::string AuxRow(uint64_t epoch, RowKind kind, const BakeKey& key, std::string_view name);

struct ParsedRow {
  BakeKey key;
  std::string aux_name;  // empty for rows of the bake itself
};
// `row` without its RowPrefix. Empty for a row this program did not write.
std::optional<ParsedRow> ParseRow(std::string_view row_tail);

// OK for 1..64 of a-z, 0-9, '_', '-'; kInvalidArgument otherwise.
absl::Status CheckAuxName(std::string_view name);

// What is stored before the payload of a row's value: magic, version, the row, payload size, payload digest.
std::string ValueHeader(std::string_view row, uint64_t payload_size, const Digest& payload_digest);

struct OpenedValue {
  std::string_view payload;  // into the value
  Digest digest;             // of the payload, checked
};
// Checks all of it against the row it was read from. kDataLoss says what is wrong.
absl::StatusOr<OpenedValue> OpenValue(std::string_view row, std::string_view value);

std::string EncodeBakeRecord(const BakeRecord& record);
// kDataLoss for what EncodeBakeRecord did not write.
absl::StatusOr<BakeRecord> DecodeBakeRecord(std::string_view payload);
// The name is the row's, not part of the payload.
std::string EncodeAuxRecord(const AuxRecord& record);
absl::StatusOr<AuxRecord> DecodeAuxRecord(std::string_view name, std::string_view payload);

}  // namespace retarget
