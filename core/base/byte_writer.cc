#include "core/base/byte_writer.h"

namespace retarget {

void ByteWriter::String(std::string_view text) {
  U32(static_cast<uint32_t>(text.size()));
  Bytes(text);
}

void ByteWriter::F32Array(absl::Span<const float> values) {
  if (!values.empty()) Raw(values.data(), values.size() * sizeof(float));
}

void ByteWriter::AlignTo(size_t alignment) {
  while (out_.size() % alignment != 0) out_.push_back('\0');
}

}  // namespace retarget
