#include "core/base/byte_reader.h"

#include <cstring>

#include "core/base/cat.h"
#include "core/base/status_macros.h"

namespace retarget {
namespace {

template <typename T>
absl::StatusOr<T> Read(ByteReader& reader, std::string_view what) {
  ASSIGN_OR_RETURN(std::string_view raw, reader.Bytes(sizeof(T), what));
  T value;
  std::memcpy(&value, raw.data(), sizeof value);
  return value;
}

}  // namespace

absl::StatusOr<std::string_view> ByteReader::Bytes(size_t count, std::string_view what) {
  if (count > remaining()) {
    return absl::InvalidArgumentError(
        Cat(what, ": needs ", count, " bytes at offset ", offset_, ", the data ends after ", remaining()));
  }
  std::string_view out = bytes_.substr(offset_, count);
  offset_ += count;
  return out;
}

absl::StatusOr<uint8_t> ByteReader::U8(std::string_view what) { return Read<uint8_t>(*this, what); }
absl::StatusOr<uint16_t> ByteReader::U16(std::string_view what) { return Read<uint16_t>(*this, what); }
absl::StatusOr<uint32_t> ByteReader::U32(std::string_view what) { return Read<uint32_t>(*this, what); }
absl::StatusOr<uint64_t> ByteReader::U64(std::string_view what) { return Read<uint64_t>(*this, what); }
absl::StatusOr<float> ByteReader::F32(std::string_view what) { return Read<float>(*this, what); }
absl::StatusOr<double> ByteReader::F64(std::string_view what) { return Read<double>(*this, what); }

absl::StatusOr<std::string_view> ByteReader::String(std::string_view what) {
  const size_t start = offset_;
  ASSIGN_OR_RETURN(uint32_t size, U32(what));
  absl::StatusOr<std::string_view> text = Bytes(size, what);
  if (!text.ok()) offset_ = start;
  return text;
}

absl::StatusOr<std::vector<float>> ByteReader::F32Array(size_t count, std::string_view what) {
  if (count > remaining() / sizeof(float)) return Bytes(remaining() + 1, what).status();
  ASSIGN_OR_RETURN(std::string_view raw, Bytes(count * sizeof(float), what));
  std::vector<float> values(count);
  if (count > 0) std::memcpy(values.data(), raw.data(), raw.size());
  return values;
}

absl::Status ByteReader::Expect(std::string_view magic, std::string_view what) {
  if (bytes_.substr(offset_, magic.size()) != magic) {
    return absl::InvalidArgumentError(Cat(what, ": expected \"", magic, "\" at offset ", offset_));
  }
  offset_ += magic.size();
  return absl::OkStatus();
}

absl::StatusOr<uint32_t> ByteReader::Count(size_t item_size, std::string_view what) {
  const size_t start = offset_;
  ASSIGN_OR_RETURN(uint32_t count, U32(what));
  if (item_size > 0 && count > remaining() / item_size) {
    offset_ = start;
    return absl::InvalidArgumentError(Cat(what, ": ", count, " items do not fit into the remaining ",
                                          remaining() - sizeof(uint32_t), " bytes at offset ", start));
  }
  return count;
}

absl::Status ByteReader::AlignTo(size_t alignment, std::string_view what) {
  const size_t start = offset_;
  while (offset_ % alignment != 0) {
    absl::StatusOr<uint8_t> pad = U8(what);
    if (!pad.ok() || *pad != 0) {
      offset_ = start;
      return absl::InvalidArgumentError(Cat(what, ": padding at offset ", start, " is missing or not zero"));
    }
  }
  return absl::OkStatus();
}

absl::Status ByteReader::ExpectEnd(std::string_view what) const {
  if (done()) return absl::OkStatus();
  return absl::InvalidArgumentError(Cat(what, ": ", remaining(), " unexpected bytes at offset ", offset_));
}

}  // namespace retarget
