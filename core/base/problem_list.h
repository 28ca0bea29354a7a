#pragma once
// Collects the problems of one input, so that a caller is told all of them at once.

#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"

namespace retarget {

// Keeps the first kMost messages and counts the rest: a broken file of a million keys still gives a readable answer.
class ProblemList {
 public:
  static constexpr size_t kMost = 20;

  void Add(std::string message) {
    if (++count_ <= kMost) messages_.push_back(std::move(message));
  }
  bool empty() const { return count_ == 0; }
  // Where finding a problem costs much, looking for more ends here.
  bool full() const { return count_ >= kMost; }
  // OK when empty; else kInvalidArgument, messages joined with "; ".
  absl::Status ToStatus() const;

 private:
  std::vector<std::string> messages_;
  size_t count_ = 0;
};

}  // namespace retarget
