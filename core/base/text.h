#pragma once
// Small text helpers for messages a person reads.

#include <string>
#include <string_view>

#include "absl/types/span.h"

namespace retarget {

// `name` in double quotes; control characters and quotes escaped, longer than 120 bytes cut. UTF-8 passes through.
std::string Quoted(std::string_view name);

// The candidate with the smallest edit distance to `name`, case ignored; empty when there is none within half of
// `name`'s length. Ties go to the earlier candidate.
std::string NearestName(std::string_view name, absl::Span<const std::string> candidates);

// `names` quoted and joined with ", ", at most `most` of them, then "and N more".
std::string JoinQuoted(absl::Span<const std::string> names, size_t most = 12);

}  // namespace retarget
