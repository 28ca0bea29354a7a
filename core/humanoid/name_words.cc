#include "core/humanoid/name_words.h"

#include <algorithm>

#include "core/humanoid/word_table.h"

namespace retarget {
namespace {

constexpr size_t kMostDigits = 9;
// Longer runs of letters are no compounds of body words; also bounds the search.
constexpr size_t kLongestCompound = 40;

bool IsUpper(char c) { return c >= 'A' && c <= 'Z'; }
bool IsLower(char c) { return c >= 'a' && c <= 'z'; }
bool IsDigit(char c) { return c >= '0' && c <= '9'; }
bool IsNonAscii(char c) { return static_cast<unsigned char>(c) >= 0x80; }

std::string_view WithoutNamespace(std::string_view name) {
  const size_t cut = name.find_last_of(":|");
  return cut == std::string_view::npos || cut + 1 == name.size() ? name : name.substr(cut + 1);
}

// Maya and Max write a character a name may not hold as FBXASC and its three-digit code: "Bip01FBXASC032Head".
std::string WithoutEscapes(std::string_view name) {
  static constexpr std::string_view kEscape = "FBXASC";
  std::string out;
  for (size_t at = 0; at < name.size(); ++at) {
    if (name.substr(at, kEscape.size()) == kEscape && at + kEscape.size() + 3 <= name.size()) {
      out += ' ';
      at += kEscape.size() + 2;
    } else {
      out += name[at];
    }
  }
  return out;
}

std::string Translated(std::string name) {
  if (std::none_of(name.begin(), name.end(), IsNonAscii)) return name;
  for (const Translation& entry : Translations()) {
    for (size_t at = name.find(entry.from); at != std::string::npos; at = name.find(entry.from, at)) {
      name.replace(at, entry.from.size(), entry.to);
      at += entry.to.size();
    }
  }
  return name;
}

// Cuts "lefthandindex" into known words from `at` on; false when some part is unknown.
bool CutCompound(std::string_view run, size_t at, std::vector<std::string>& out) {
  if (at == run.size()) return true;
  for (size_t length = run.size() - at; length >= 1; --length) {
    const std::string_view word = run.substr(at, length);
    const WordMeaning meaning = MeaningOf(word);
    const bool single = length == 1;
    const bool side_letter = single && at == 0 && (meaning == WordMeaning::kLeft || meaning == WordMeaning::kRight);
    if (meaning == WordMeaning::kUnknown || (single && !side_letter)) continue;
    const size_t before = out.size();
    out.emplace_back(word);
    if (CutCompound(run, at + length, out)) return true;
    out.resize(before);
  }
  return false;
}

void AddWord(std::string_view word, NameWords& out, bool& left, bool& right) {
  const WordMeaning meaning = MeaningOf(word);
  if (meaning == WordMeaning::kLeft) {
    left = true;
  } else if (meaning == WordMeaning::kRight) {
    right = true;
  } else {
    out.words.emplace_back(word);
  }
}

void AddRun(std::string run, NameWords& out, bool& left, bool& right) {
  std::transform(run.begin(), run.end(), run.begin(), [](char c) { return IsUpper(c) ? char(c - 'A' + 'a') : c; });
  std::vector<std::string> parts;
  if (run.size() > kLongestCompound || !CutCompound(run, 0, parts)) parts = {run};
  for (const std::string& part : parts) AddWord(part, out, left, right);
}

// A run of letters ends before "Xy" after a lower-case letter or another capital: "lShldr", "REye".
bool CutsBefore(std::string_view name, size_t at) {
  if (!IsUpper(name[at])) return false;
  const bool lower_before = IsLower(name[at - 1]);
  const bool capitals_end = IsUpper(name[at - 1]) && at + 1 < name.size() && IsLower(name[at + 1]);
  return lower_before || capitals_end;
}

// "upper" "arm" means what "upperarm" means.
void JoinCompounds(std::vector<std::string>& words) {
  for (size_t i = 0; i + 1 < words.size();) {
    const std::string joined = words[i] + words[i + 1];
    if (MeaningOf(joined) == WordMeaning::kUnknown) {
      ++i;
      continue;
    }
    words[i] = joined;
    words.erase(words.begin() + static_cast<std::ptrdiff_t>(i) + 1);
  }
}

}  // namespace

NameWords SplitName(std::string_view raw_name) {
  const std::string name = Translated(WithoutEscapes(WithoutNamespace(raw_name)));
  NameWords out;
  bool left = false, right = false;
  for (size_t at = 0; at < name.size();) {
    size_t end = at + 1;
    if (IsDigit(name[at])) {
      while (end < name.size() && IsDigit(name[end])) ++end;
      out.numbers.push_back(std::stoi(name.substr(at, std::min(end - at, kMostDigits))));
    } else if (IsUpper(name[at]) || IsLower(name[at]) || IsNonAscii(name[at])) {
      while (end < name.size() && (IsUpper(name[end]) || IsLower(name[end]) || IsNonAscii(name[end])) &&
             !CutsBefore(name, end)) {
        ++end;
      }
      AddRun(name.substr(at, end - at), out, left, right);
    }
    at = end;
  }
  JoinCompounds(out.words);
  out.side = static_cast<int>(left) - static_cast<int>(right);
  return out;
}

}  // namespace retarget
