#pragma once
// Text for the wire: proto strings must be UTF-8, bone names need not be.

#include <string>
#include <string_view>

namespace retarget {

// `text` with every byte that is not part of well-formed UTF-8 (RFC 3629) replaced by U+FFFD. Well-formed text comes
// back unchanged.
std::string ToUtf8(std::string_view text);

// At most `most_bytes` of `text`; cut text ends in "... (cut)". most_bytes >= 16.
std::string CutText(std::string_view text, size_t most_bytes);

}  // namespace retarget
