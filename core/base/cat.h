#pragma once
// Cat(...): absl::StrCat that also takes std::string_view (Debian's Abseil has a string_view type of its own).

#include <string>
#include <string_view>
#include <utility>

#include "absl/strings/str_cat.h"

namespace retarget {

namespace cat_internal {
inline absl::string_view Piece(std::string_view s) { return {s.data(), s.size()}; }
inline absl::string_view Piece(const std::string& s) { return s; }
inline const char* Piece(const char* s) { return s; }
template <typename T>
const T& Piece(const T& value) {
  return value;
}
}  // namespace cat_internal

template <typename... T>
std::string Cat(const T&... pieces) {
  return absl::StrCat(cat_internal::Piece(pieces)...);
}

}  // namespace retarget
