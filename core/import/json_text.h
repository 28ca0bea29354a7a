#pragma once
// JSON from untrusted text: bounded nesting, and parse errors a person can use.

#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"

namespace retarget {

// Keeps the order of members, so that a file that is edited and written again reads as before.
using Json = nlohmann::ordered_json;

// Deeper nesting is refused: parsers and writers of JSON recurse. Real files stay below 20.
inline constexpr int kMaxJsonDepth = 128;

// What a scan over JSON text finds without parsing it. Broken text gives a broken outline, never a failure.
struct JsonOutline {
  int depth = 0;                            // deepest nesting of objects and arrays
  std::vector<std::string_view> root_keys;  // members of the root object as spelled, in text order
};
JsonOutline OutlineJson(std::string_view text);

// The parsed text, whose root must be an object. kInvalidArgument says line, column and what was expected; a number
// beyond the range of a double, text that is not UTF-8 and nesting over kMaxJsonDepth are refused too.
absl::StatusOr<Json> ParseJsonObject(std::string_view text);

}  // namespace retarget
