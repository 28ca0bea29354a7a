#pragma once
// Problems of one request, each with the field it is about, carried in an absl::Status from the pipeline to the wire.

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"

namespace retarget {

struct FieldProblem {
  std::string field;        // path in the request, e.g. "clip.source_rig.data"
  std::string description;  // one sentence
};

// Collects the problems of one request so that all are reported at once.
class RequestProblems {
 public:
  // Does nothing when `status` is OK.
  void Add(std::string_view field, const absl::Status& status);
  // Takes over the problems `status` carries (ProblemsOf); one that carries none becomes a problem of the whole
  // request.
  void Join(const absl::Status& status);
  bool empty() const { return problems_.empty(); }
  // OK without problems. Otherwise the code of the first one, a message with all of them ("target.data: ...; clip.data:
  // ..."), and the list for ProblemsOf.
  absl::Status ToStatus() const;

 private:
  absl::StatusCode code_ = absl::StatusCode::kOk;
  std::vector<FieldProblem> problems_;
};

// `status` as a problem of one field; OK stays OK.
absl::Status InField(std::string_view field, const absl::Status& status);

// The problems a status made here carries; empty for any other.
std::vector<FieldProblem> ProblemsOf(const absl::Status& status);

}  // namespace retarget
