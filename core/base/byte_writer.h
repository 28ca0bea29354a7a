#pragma once
// Writes little-endian binary formats; the counterpart of ByteReader.

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "absl/types/span.h"

namespace retarget {

class ByteWriter {
 public:
  void U8(uint8_t value) { Raw(&value, sizeof value); }
  void U16(uint16_t value) { Raw(&value, sizeof value); }
  void U32(uint32_t value) { Raw(&value, sizeof value); }
  void U64(uint64_t value) { Raw(&value, sizeof value); }
  void F32(float value) { Raw(&value, sizeof value); }
  void F64(double value) { Raw(&value, sizeof value); }
  void Bytes(std::string_view bytes) { out_.append(bytes); }
  // u32 length, then the bytes.
  void String(std::string_view text);
  void F32Array(absl::Span<const float> values);
  // Zero bytes up to the next multiple of `alignment` from the start of the output.
  void AlignTo(size_t alignment);

  size_t size() const { return out_.size(); }
  // The written bytes; the writer is empty afterwards.
  std::string Take() { return std::move(out_); }

 private:
  void Raw(const void* data, size_t size) { out_.append(static_cast<const char*>(data), size); }
  std::string out_;
};

}  // namespace retarget
