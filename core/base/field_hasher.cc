#include "core/base/field_hasher.h"

#include <bit>
#include <cstring>
#include <string>

namespace retarget {
namespace {

static_assert(std::endian::native == std::endian::little, "keys and formats are written as little-endian memory");

std::string_view MemoryOf(const void* data, size_t size) { return {static_cast<const char*>(data), size}; }

}  // namespace

FieldHasher::FieldHasher(std::string_view domain) { Bytes(domain); }

void FieldHasher::Tag(char type, uint64_t length) {
  char head[9];
  head[0] = type;
  std::memcpy(head + 1, &length, sizeof length);
  sha_.Update({head, sizeof head});
}

void FieldHasher::Bytes(std::string_view value) {
  Tag('b', value.size());
  sha_.Update(value);
}

void FieldHasher::Int(int64_t value) { Tag('i', static_cast<uint64_t>(value)); }

void FieldHasher::Double(double value) {
  if (value == 0) value = 0;  // -0 and +0 are one value
  Tag('d', std::bit_cast<uint64_t>(value));
}

void FieldHasher::Floats(absl::Span<const float> values) {
  Tag('f', values.size());
  sha_.Update(MemoryOf(values.data(), values.size() * sizeof(float)));
}

Digest FieldHasher::Finish() { return sha_.Finish(); }

}  // namespace retarget
