#pragma once
// Cuts a bone name into words, whatever the exporter: "mixamorig7:LeftForeArm", "Bip01 L Thigh", "J_Bip_L_UpperLeg",
// "DEF-f_index.01.L", "lShldrBend", "leftupleg", "左ひざ".

#include <string>
#include <string_view>
#include <vector>

namespace retarget {

struct NameWords {
  int side = 0;                    // +1 left, -1 right, 0 none or both
  std::vector<std::string> words;  // lower case, in order; side words and digits taken out
  std::vector<int> numbers;        // digit runs, in order; at most 9 digits are read of each
};

// Namespaces (up to the last ':' or '|') and FBXASC escapes are resolved, Japanese body words become English ones, and
// a run of letters is cut at capitals and, where it is made of known words ("lefthandindex"), between those.
NameWords SplitName(std::string_view name);

}  // namespace retarget
