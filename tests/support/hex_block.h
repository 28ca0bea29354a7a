#pragma once
// Takes the worked example out of a FORMAT.md, so that a test can hold the page to the code.

#include <sstream>
#include <string>

#include "absl/strings/escaping.h"
#include "absl/strings/str_replace.h"

namespace retarget::testing {

// The bytes of the ```hex block of `markdown`: lines of "offset: hex bytes | comment". Empty when there is none.
inline std::string BytesOfHexBlock(const std::string& markdown) {
  std::istringstream lines(markdown);
  std::string line, digits;
  bool inside = false;
  while (std::getline(lines, line)) {
    if (line.rfind("```", 0) == 0) {
      inside = line == "```hex";
    } else if (inside) {
      const size_t start = line.find(':') + 1;
      digits += absl::StrReplaceAll(line.substr(start, line.find('|') - start), {{" ", ""}});
    }
  }
  return absl::HexStringToBytes(digits);
}

}  // namespace retarget::testing
