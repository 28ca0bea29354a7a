#include "core/base/problem_list.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace retarget {

absl::Status ProblemList::ToStatus() const {
  if (empty()) return absl::OkStatus();
  std::string text = absl::StrJoin(messages_, "; ");
  if (count_ > kMost) absl::StrAppend(&text, "; and ", count_ - kMost, " more");
  return absl::InvalidArgumentError(text);
}

}  // namespace retarget
