#pragma once
// SHA-256 digests: the name of every stored byte string.

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"

namespace retarget {

// SHA-256 of a byte string. A value type; ordered bytewise.
struct Digest {
  static constexpr size_t kSize = 32;
  std::array<uint8_t, kSize> bytes{};

  // 64 lower-case hex digits.
  std::string Hex() const;
  std::string_view AsBytes() const { return {reinterpret_cast<const char*>(bytes.data()), kSize}; }
  // Accepts exactly 64 hex digits of any case; kInvalidArgument otherwise.
  static absl::StatusOr<Digest> FromHex(std::string_view hex);
  // Accepts exactly 32 raw bytes; kInvalidArgument otherwise.
  static absl::StatusOr<Digest> FromBytes(std::string_view raw);

  friend bool operator==(const Digest&, const Digest&) = default;
  friend auto operator<=>(const Digest&, const Digest&) = default;
};

// Incremental SHA-256 (OpenSSL EVP). Not thread-safe; one object hashes one message.
class Sha256 {
 public:
  Sha256();
  ~Sha256();
  Sha256(const Sha256&) = delete;
  Sha256& operator=(const Sha256&) = delete;

  void Update(std::string_view bytes);
  // Ends the message; the object must not be used afterwards.
  Digest Finish();

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

// SHA-256 of one whole byte string.
Digest Sha256Of(std::string_view bytes);

}  // namespace retarget
