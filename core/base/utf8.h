#pragma once
// UTF-8 checks. Names keep their bytes everywhere inside; JSON and YAML text can carry Unicode only.

#include <string>
#include <string_view>

namespace retarget {

// True for well-formed UTF-8 (RFC 3629: no overlong forms, no surrogates, at most U+10FFFF).
bool IsUtf8(std::string_view text);

// `text` with every byte that is not part of well-formed UTF-8 replaced by U+FFFD.
std::string ReplaceInvalidUtf8(std::string_view text);

}  // namespace retarget
