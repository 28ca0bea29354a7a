#include "server/request_problems.h"

#include <utility>

#include "absl/strings/cord.h"
#include "core/base/byte_reader.h"
#include "core/base/byte_writer.h"
#include "core/base/cat.h"

namespace retarget {
namespace {

constexpr char kPayload[] = "retargetd.field_problems";

}  // namespace

void RequestProblems::Add(std::string_view field, const absl::Status& status) {
  if (status.ok()) return;
  if (problems_.empty()) code_ = status.code();
  problems_.push_back({std::string(field), std::string(status.message())});
}

void RequestProblems::Join(const absl::Status& status) {
  if (status.ok()) return;
  std::vector<FieldProblem> joined = ProblemsOf(status);
  if (joined.empty()) return Add("request", status);
  if (problems_.empty()) code_ = status.code();
  for (FieldProblem& problem : joined) problems_.push_back(std::move(problem));
}

absl::Status RequestProblems::ToStatus() const {
  if (problems_.empty()) return absl::OkStatus();
  std::string message;
  ByteWriter payload;
  for (const FieldProblem& problem : problems_) {
    message += Cat(message.empty() ? "" : "; ", problem.field, ": ", problem.description);
    payload.String(problem.field);
    payload.String(problem.description);
  }
  absl::Status status(code_, message);
  status.SetPayload(kPayload, absl::Cord(payload.Take()));
  return status;
}

absl::Status InField(std::string_view field, const absl::Status& status) {
  RequestProblems problems;
  problems.Add(field, status);
  return problems.ToStatus();
}

std::vector<FieldProblem> ProblemsOf(const absl::Status& status) {
  std::vector<FieldProblem> problems;
  const absl::optional<absl::Cord> payload = status.GetPayload(kPayload);
  if (!payload.has_value()) return problems;
  const std::string bytes(*payload);
  ByteReader reader(bytes);
  while (!reader.done()) {
    const auto field = reader.String("field");
    const auto description = reader.String("description");
    if (!field.ok() || !description.ok()) break;
    problems.push_back({std::string(*field), std::string(*description)});
  }
  return problems;
}

}  // namespace retarget
