#pragma once
// Writes JSON tokens whose text depends on the value alone: equal content gives equal bytes, and every number reads
// back exactly.

#include <string>
#include <string_view>

namespace retarget {

// Appends `text` quoted and escaped. Bytes that are not UTF-8 become U+FFFD: JSON has no way to carry them.
void AppendJsonString(std::string& out, std::string_view text);

// Appends the shortest text that reads back as the same number; -0 keeps its sign. The value must be finite.
void AppendJsonNumber(std::string& out, double value);
// The same for a float, also when a reader parses it as a double and rounds: 0.1f is "0.1".
void AppendJsonFloat(std::string& out, float value);

}  // namespace retarget
