#pragma once
// The bare text of a humanoid.profile: its fields and where they stand, before bones and roles are looked up.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"

namespace retarget {

// `key: value` with its line, counted from 1.
struct ProfileEntry {
  std::string key;
  std::string value;
  int line = 0;
};

struct ProfileDocument {
  std::optional<ProfileEntry> base;
  std::optional<ProfileEntry> bone_count;
  std::vector<ProfileEntry> roles;
  std::vector<ProfileEntry> poses;  // value: the numbers, separated by blanks
};

// Reads the YAML: a mapping of base, boneCount, roles and poses (names in any letter case), or a flat mapping of roles
// to bones. A pose is a list of numbers or one text that holds them. kInvalidArgument with the line for anything else:
// text that is not UTF-8, broken YAML, other lists, deeper mappings, several documents, aliases and anchors (a short
// text of aliases can stand for gigabytes), an unknown key beside `roles`.
absl::StatusOr<ProfileDocument> ParseProfileDocument(std::string_view yaml);

// `text` as a YAML scalar: bare where that is safe, double-quoted otherwise. Needs UTF-8.
std::string YamlScalar(std::string_view text);

}  // namespace retarget
