#include "cache/bake_key.h"

#include <array>
#include <vector>

#include "core/base/cat.h"
#include "core/base/problem_list.h"
#include "core/base/text.h"

namespace retarget {
namespace {

constexpr std::array<BakeMode, 2> kModes = {BakeMode::kRelative, BakeMode::kAbsolute};

std::vector<std::string_view> SplitAtDots(std::string_view text) {
  std::vector<std::string_view> parts;
  for (size_t begin = 0;;) {
    const size_t dot = text.find('.', begin);
    parts.push_back(text.substr(begin, dot - begin));
    if (dot == std::string_view::npos) return parts;
    begin = dot + 1;
  }
}

// Takes the parts of one key's text; problems are collected over all parts.
class PartsParser {
 public:
  PartsParser(std::string_view what, std::string_view text) : what_(Cat(what, " ", Quoted(text))) {}

  Digest ParseDigest(std::string_view part, std::string_view hex) {
    const absl::StatusOr<Digest> digest = Digest::FromHex(hex);
    if (!digest.ok()) {
      Add(Cat(part, " ", std::string(digest.status().message())));
      return {};
    }
    if (digest->Hex() != hex) Add(Cat(part, " digest: expected lower-case hex digits"));
    return *digest;
  }

  BakeMode ParseMode(std::string_view text) {
    for (const BakeMode mode : kModes) {
      if (BakeModeText(mode) == text) return mode;
    }
    Add(Cat("mode: expected rel or abs, got ", Quoted(text)));
    return BakeMode::kRelative;
  }

  void Add(std::string_view problem) { problems_.Add(Cat(what_, ": ", problem)); }
  absl::Status ToStatus() const { return problems_.ToStatus(); }

 private:
  std::string what_;
  ProblemList problems_;
};

}  // namespace

std::string_view BakeModeText(BakeMode mode) { return mode == BakeMode::kAbsolute ? "abs" : "rel"; }

std::string BaseKey::Text() const { return Cat(clip.Hex(), ".", rig.Hex()); }

absl::StatusOr<BaseKey> BaseKey::Parse(std::string_view text) {
  PartsParser parser("base key", text);
  const std::vector<std::string_view> parts = SplitAtDots(text);
  BaseKey key;
  if (parts.size() == 2) {
    key.clip = parser.ParseDigest("clip", parts[0]);
    key.rig = parser.ParseDigest("rig", parts[1]);
  } else {
    parser.Add(Cat("expected <clip>.<rig>, got ", parts.size(), " parts"));
  }
  if (absl::Status status = parser.ToStatus(); !status.ok()) return status;
  return key;
}

std::string BakeKey::Text() const {
  std::string text = Cat(clip.Hex(), ".", rig.Hex(), ".", BakeModeText(mode));
  if (options.has_value()) text += Cat(".", options->Hex());
  return text;
}

absl::StatusOr<BakeKey> BakeKey::Parse(std::string_view text) {
  PartsParser parser("bake key", text);
  const std::vector<std::string_view> parts = SplitAtDots(text);
  BakeKey key;
  if (parts.size() == 3 || parts.size() == 4) {
    key.clip = parser.ParseDigest("clip", parts[0]);
    key.rig = parser.ParseDigest("rig", parts[1]);
    key.mode = parser.ParseMode(parts[2]);
    if (parts.size() == 4) key.options = parser.ParseDigest("options", parts[3]);
  } else {
    parser.Add(Cat("expected <clip>.<rig>.<rel|abs>[.<options>], got ", parts.size(), " parts"));
  }
  if (absl::Status status = parser.ToStatus(); !status.ok()) return status;
  return key;
}

}  // namespace retarget
