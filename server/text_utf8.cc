#include "server/text_utf8.h"

#include <cstdint>

namespace retarget {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
constexpr std::string_view kCutMark = "... (cut)";

bool IsContinuation(std::string_view text, size_t at, uint8_t least, uint8_t most) {
  if (at >= text.size()) return false;
  const auto byte = static_cast<uint8_t>(text[at]);
  return byte >= least && byte <= most;
}

// Length of the well-formed sequence at `at`, 0 where there is none (Unicode 15, table 3-7).
size_t SequenceLength(std::string_view text, size_t at) {
  const auto lead = static_cast<uint8_t>(text[at]);
  if (lead < 0x80) return 1;
  uint8_t least = 0x80, most = 0xBF;
  size_t length = 0;
  if (lead >= 0xC2 && lead <= 0xDF) {
    length = 2;
  } else if (lead >= 0xE0 && lead <= 0xEF) {
    length = 3;
    if (lead == 0xE0) least = 0xA0;  // no overlong forms
    if (lead == 0xED) most = 0x9F;   // no surrogates
  } else if (lead >= 0xF0 && lead <= 0xF4) {
    length = 4;
    if (lead == 0xF0) least = 0x90;
    if (lead == 0xF4) most = 0x8F;  // nothing above U+10FFFF
  } else {
    return 0;
  }
  if (!IsContinuation(text, at + 1, least, most)) return 0;
  for (size_t i = 2; i < length; ++i) {
    if (!IsContinuation(text, at + i, 0x80, 0xBF)) return 0;
  }
  return length;
}

}  // namespace

std::string ToUtf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t length = SequenceLength(text, at);
    out.append(length == 0 ? kReplacement : text.substr(at, length));
    at += length == 0 ? 1 : length;
  }
  return out;
}

std::string CutText(std::string_view text, size_t most_bytes) {
  if (text.size() <= most_bytes) return std::string(text);
  return std::string(text.substr(0, most_bytes - kCutMark.size())).append(kCutMark);
}

}  // namespace retarget
