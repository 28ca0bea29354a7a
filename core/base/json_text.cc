#include "core/base/json_text.h"

#include <charconv>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "core/base/utf8.h"

namespace retarget {
namespace {

template <typename T>
std::string Shortest(T value) {
  // JSON readers take "-0" for an integer and lose the sign.
  if (value == 0) return std::signbit(value) ? "-0.0" : "0";
  char text[64];
  return std::string(text, std::to_chars(text, text + sizeof text, value).ptr);
}

}  // namespace

void AppendJsonString(std::string& out, std::string_view text) {
  out += '"';
  for (char c : ReplaceInvalidUtf8(text)) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      absl::StrAppend(&out, "\\u", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad4));
    } else {
      out += c;
    }
  }
  out += '"';
}

void AppendJsonNumber(std::string& out, double value) { out += Shortest(value); }

void AppendJsonFloat(std::string& out, float value) {
  std::string text = Shortest(value);
  // Rounding twice (text to double to float) can miss the float by one; then the double's own text is needed.
  double read = 0;
  std::from_chars(text.data(), text.data() + text.size(), read);
  if (static_cast<float>(read) != value) text = Shortest(static_cast<double>(value));
  out += text;
}

}  // namespace retarget
