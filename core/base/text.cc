#include "core/base/text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace retarget {
namespace {

constexpr size_t kMostNameBytes = 120;

size_t EditDistance(std::string_view a, std::string_view b) {
  std::vector<size_t> row(b.size() + 1);
  for (size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (size_t i = 1; i <= a.size(); ++i) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= b.size(); ++j) {
      const bool same = absl::ascii_tolower(a[i - 1]) == absl::ascii_tolower(b[j - 1]);
      const size_t replaced = diagonal + (same ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

std::string Quoted(std::string_view name) {
  std::string out = "\"";
  for (char c : name.substr(0, kMostNameBytes)) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      absl::StrAppend(&out, "\\x", absl::Hex(static_cast<unsigned char>(c), absl::kZeroPad2));
    } else {
      out += c;
    }
  }
  if (name.size() > kMostNameBytes) out += "...";
  return out + "\"";
}

std::string NearestName(std::string_view name, absl::Span<const std::string> candidates) {
  const std::string_view wanted = name.substr(0, kMostNameBytes);
  size_t best = std::max<size_t>(1, wanted.size() / 2) + 1;
  std::string nearest;
  for (const std::string& candidate : candidates) {
    const size_t distance = EditDistance(wanted, std::string_view(candidate).substr(0, kMostNameBytes));
    if (distance < best) {
      best = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

std::string JoinQuoted(absl::Span<const std::string> names, size_t most) {
  std::string out;
  for (size_t i = 0; i < names.size() && i < most; ++i) absl::StrAppend(&out, i ? ", " : "", Quoted(names[i]));
  if (names.size() > most) absl::StrAppend(&out, " and ", names.size() - most, " more");
  return out;
}

}  // namespace retarget
