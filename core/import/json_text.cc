#include "core/import/json_text.h"

#include <algorithm>
#include <string>

#include "core/base/cat.h"

namespace retarget {
namespace {

bool IsSpace(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// Index of the closing quote of the string that opens at `open`, or the end of the text.
size_t StringEnd(std::string_view text, size_t open) {
  size_t i = open + 1;
  while (i < text.size() && text[i] != '"') i += text[i] == '\\' ? 2 : 1;
  return std::min(i, text.size());
}

bool ColonFollows(std::string_view text, size_t i) {
  while (i < text.size() && IsSpace(text[i])) ++i;
  return i < text.size() && text[i] == ':';
}

// nlohmann's messages begin with "[json.exception.parse_error.101] ".
std::string WithoutLibraryPrefix(std::string_view message) {
  const size_t end = message.find("] ");
  return std::string(end == std::string_view::npos ? message : message.substr(end + 2));
}

}  // namespace

JsonOutline OutlineJson(std::string_view text) {
  JsonOutline outline;
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '{' || text[i] == '[') outline.depth = std::max(outline.depth, ++depth);
    if (text[i] == '}' || text[i] == ']') --depth;
    if (text[i] != '"') continue;
    const size_t close = StringEnd(text, i);
    if (depth == 1 && ColonFollows(text, close + 1)) outline.root_keys.push_back(text.substr(i + 1, close - i - 1));
    i = close;
  }
  return outline;
}

absl::StatusOr<Json> ParseJsonObject(std::string_view text) {
  if (const int depth = OutlineJson(text).depth; depth > kMaxJsonDepth) {
    return absl::InvalidArgumentError(Cat("JSON is nested ", depth, " deep, at most ", kMaxJsonDepth, " is read"));
  }
  Json json;
  try {  // the only way nlohmann tells where and why it stopped
    json = Json::parse(text.begin(), text.end());
  } catch (const Json::exception& error) {
    return absl::InvalidArgumentError(Cat("not valid JSON: ", WithoutLibraryPrefix(error.what())));
  }
  if (!json.is_object()) return absl::InvalidArgumentError("not a JSON object: the file must start with {");
  return json;
}

}  // namespace retarget
