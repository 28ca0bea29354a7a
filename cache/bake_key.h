#pragma once
// The names of bakes. A key is made of digests only, so equal inputs have equal keys on every machine.

#include <optional>
#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/base/digest.h"

namespace retarget {

enum class BakeMode : int {
  kRelative = 0,  // "rel"
  kAbsolute = 1,  // "abs": both canonical poses symmetrized
};

// "rel" or "abs".
std::string_view BakeModeText(BakeMode mode);

// What is retargeted onto what, in every mode and with every option. A value type; ordered by clip, then rig.
struct BaseKey {
  // Covers the clip, its source rig and the algorithm version; made by core/retarget.
  Digest clip;
  // Covers the target rig.
  Digest rig;

  // "<clip hex>.<rig hex>", 129 characters.
  std::string Text() const;
  // The inverse of Text(). Digits must be lower-case: one key has one text. kInvalidArgument lists every wrong part.
  static absl::StatusOr<BaseKey> Parse(std::string_view text);

  friend bool operator==(const BaseKey&, const BaseKey&) = default;
  friend auto operator<=>(const BaseKey&, const BaseKey&) = default;
};

// The name of one bake. A value type; ordered by clip, rig, mode, options (absent first).
struct BakeKey {
  Digest clip;
  Digest rig;
  BakeMode mode = BakeMode::kRelative;
  // Digest of the options that are not at their defaults; absent when all are.
  std::optional<Digest> options;

  BaseKey base() const { return {clip, rig}; }
  // "<clip hex>.<rig hex>.<rel|abs>[.<options hex>]", 133 or 198 characters.
  std::string Text() const;
  // As BaseKey::Parse.
  static absl::StatusOr<BakeKey> Parse(std::string_view text);

  friend bool operator==(const BakeKey&, const BakeKey&) = default;
  friend auto operator<=>(const BakeKey&, const BakeKey&) = default;
};

}  // namespace retarget
