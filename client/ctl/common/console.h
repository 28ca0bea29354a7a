#pragma once
// What every command prints through: answers go to standard output, everything about the work to standard error.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "nlohmann/json.hpp"

namespace retarget::ctl {

// JSON whose keys keep the order they were added in.
using Json = nlohmann::ordered_json;

// Options every command has.
struct Console {
  bool json = false;      // answers as JSON
  bool progress = false;  // progress even where standard error is no terminal

  // Prints `answer` with --json, else `text` (which ends with a newline).
  void Answer(const Json& answer, std::string_view text) const;
  // One line on standard error.
  void Warn(std::string_view message) const;
  // The message on standard error; with --json also {"error": {"code", "message"}} on standard output.
  void Error(const absl::Status& status) const;
  // True when progress is to be shown.
  bool ShowsProgress() const;
};

// `label   value` lines, values in one column; for answers a person reads.
class Lines {
 public:
  Lines& Add(std::string label, std::string value);
  std::string Text() const;

 private:
  std::vector<std::pair<std::string, std::string>> lines_;
};

// Parses JSON that this project wrote itself; null where it is not JSON.
Json ParseJson(std::string_view text);

// "0.0123": `digits` after the point.
std::string Fixed(double value, int digits);
// "812 bytes", "35.2 KiB", "1.4 MiB".
std::string SizeText(size_t bytes);

}  // namespace retarget::ctl
