#include "core/base/digest.h"

#include <openssl/evp.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "absl/strings/escaping.h"
#include "core/base/cat.h"

namespace retarget {
namespace {

// Fetched once: an implicit fetch per message costs more than hashing a short one.
const EVP_MD* Sha256Algorithm() {
  static EVP_MD* const md = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  return md;
}

void RequireOpenSsl(bool ok) {
  if (ok) return;
  // SHA-256 of memory fails only when OpenSSL itself is broken or out of memory.
  std::fputs("retargetd: OpenSSL cannot compute SHA-256\n", stderr);
  std::abort();
}

bool IsHex(char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

}  // namespace

std::string Digest::Hex() const { return absl::BytesToHexString(Cat(AsBytes())); }

absl::StatusOr<Digest> Digest::FromHex(std::string_view hex) {
  if (hex.size() != 2 * kSize) {
    return absl::InvalidArgumentError(Cat("digest: expected 64 hex digits, got ", hex.size(), " characters"));
  }
  for (size_t i = 0; i < hex.size(); ++i) {
    if (!IsHex(hex[i])) return absl::InvalidArgumentError(Cat("digest: character ", i, " is not a hex digit"));
  }
  return FromBytes(absl::HexStringToBytes(absl::string_view(hex.data(), hex.size())));
}

absl::StatusOr<Digest> Digest::FromBytes(std::string_view raw) {
  if (raw.size() != kSize) {
    return absl::InvalidArgumentError(Cat("digest: expected 32 bytes, got ", raw.size()));
  }
  Digest digest;
  std::memcpy(digest.bytes.data(), raw.data(), kSize);
  return digest;
}

struct Sha256::Context {
  EVP_MD_CTX* evp = EVP_MD_CTX_new();
  ~Context() { EVP_MD_CTX_free(evp); }
};

Sha256::Sha256() : context_(std::make_unique<Context>()) {
  RequireOpenSsl(EVP_DigestInit_ex(context_->evp, Sha256Algorithm(), nullptr) == 1);
}

Sha256::~Sha256() = default;

void Sha256::Update(std::string_view bytes) {
  RequireOpenSsl(EVP_DigestUpdate(context_->evp, bytes.data(), bytes.size()) == 1);
}

Digest Sha256::Finish() {
  Digest digest;
  RequireOpenSsl(EVP_DigestFinal_ex(context_->evp, digest.bytes.data(), nullptr) == 1);
  return digest;
}

Digest Sha256Of(std::string_view bytes) {
  Sha256 hasher;
  hasher.Update(bytes);
  return hasher.Finish();
}

}  // namespace retarget
