#pragma once
// Hashes structured data unambiguously: every field is one type byte, its length where it has one, then its bytes.
// ("ab","c") and ("a","bc") therefore differ, and so do the number 1 and the string "1". All cache keys are made this
// way; a serialised proto or the memory of a struct is never hashed (neither has one encoding).

#include <cstdint>
#include <string_view>

#include "absl/types/span.h"
#include "core/base/digest.h"

namespace retarget {

class FieldHasher {
 public:
  // `domain` names what is hashed and its version, e.g. "retargetd.rig.v1"; two domains never collide.
  explicit FieldHasher(std::string_view domain);

  void Bytes(std::string_view value);
  void Int(int64_t value);
  // Hashes the bit pattern; -0 is hashed as +0. The value must be finite (checked at import).
  void Double(double value);
  // Length, then the bit patterns, little-endian.
  void Floats(absl::Span<const float> values);
  Digest Finish();

 private:
  void Tag(char type, uint64_t length);
  Sha256 sha_;
};

}  // namespace retarget
