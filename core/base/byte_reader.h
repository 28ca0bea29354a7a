#pragma once
// Reads little-endian binary formats from untrusted bytes.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"

namespace retarget {

// A cursor over bytes it does not own. Every read is checked; a failing read returns kInvalidArgument that names
// `what` and the offset, and leaves the cursor where it was. Nothing is allocated before its bytes are known to exist,
// so a hostile count cannot ask for more memory than the input holds.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

  size_t offset() const { return offset_; }
  size_t remaining() const { return bytes_.size() - offset_; }
  bool done() const { return remaining() == 0; }

  absl::StatusOr<uint8_t> U8(std::string_view what);
  absl::StatusOr<uint16_t> U16(std::string_view what);
  absl::StatusOr<uint32_t> U32(std::string_view what);
  absl::StatusOr<uint64_t> U64(std::string_view what);
  absl::StatusOr<float> F32(std::string_view what);
  absl::StatusOr<double> F64(std::string_view what);
  // A view into the input; valid as long as the input is.
  absl::StatusOr<std::string_view> Bytes(size_t count, std::string_view what);
  // u32 length, then that many bytes.
  absl::StatusOr<std::string_view> String(std::string_view what);
  // `count` floats, copied.
  absl::StatusOr<std::vector<float>> F32Array(size_t count, std::string_view what);
  // Fails unless the next bytes are `magic`.
  absl::Status Expect(std::string_view magic, std::string_view what);
  // A u32 that counts items of at least `item_size` bytes each: fails when the rest of the input cannot hold them.
  absl::StatusOr<uint32_t> Count(size_t item_size, std::string_view what);
  // Skips to the next multiple of `alignment` (from the start of the input); skipped bytes must be zero.
  absl::Status AlignTo(size_t alignment, std::string_view what);
  // Fails when bytes are left.
  absl::Status ExpectEnd(std::string_view what) const;

 private:
  std::string_view bytes_;
  size_t offset_ = 0;
};

}  // namespace retarget
