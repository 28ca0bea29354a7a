#include "core/base/json_view.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"

namespace retarget {

absl::StatusOr<nlohmann::json> ParseJson(std::string_view text, std::string_view what) {
  // The only place that meets the library's exceptions: without them it does not say where the text breaks.
  try {
    return nlohmann::json::parse(text);
  } catch (const nlohmann::json::parse_error& error) {
    return absl::InvalidArgumentError(Cat(what, ": not valid JSON at byte ", error.byte));
  } catch (const nlohmann::json::exception&) {
    return absl::InvalidArgumentError(Cat(what, ": not valid JSON: a number is out of range"));
  }
}

std::string PlainSpelling(std::string_view name) {
  std::string out;
  for (char c : name) {
    if (c != '_' && c != '-' && c != ' ') out += absl::ascii_tolower(c);
  }
  return out;
}

absl::Status JsonView::Error(std::string_view problem) const {
  return absl::InvalidArgumentError(place_.empty() ? Cat(what_, ": ", problem)
                                                   : Cat(what_, ": ", place_, ": ", problem));
}

absl::StatusOr<std::optional<JsonView>> JsonView::OptionalField(std::initializer_list<std::string_view> names) const {
  if (!value_->is_object()) return Error("expected an object");
  std::optional<JsonView> found;
  for (auto it = value_->begin(); it != value_->end(); ++it) {
    const std::string key = PlainSpelling(it.key());
    if (std::none_of(names.begin(), names.end(), [&](std::string_view n) { return PlainSpelling(n) == key; })) continue;
    if (found) return Error(Cat("the field ", *names.begin(), " stands twice, in two spellings"));
    const std::string place = Cat(place_, place_.empty() ? "" : ".", *names.begin());
    found = JsonView(it.value(), what_, place);
  }
  return found;
}

absl::StatusOr<JsonView> JsonView::Field(std::initializer_list<std::string_view> names) const {
  ASSIGN_OR_RETURN(std::optional<JsonView> field, OptionalField(names));
  if (!field) return Error(Cat("the field ", *names.begin(), " is missing"));
  return *std::move(field);
}

absl::StatusOr<std::vector<JsonView>> JsonView::Elements() const {
  if (!value_->is_array()) return Error("expected an array");
  std::vector<JsonView> elements;
  elements.reserve(value_->size());
  for (const nlohmann::json& element : *value_) {
    elements.push_back(JsonView(element, what_, Cat(place_, "[", elements.size(), "]")));
  }
  return elements;
}

absl::StatusOr<std::string> JsonView::String() const {
  if (!value_->is_string()) return Error("expected a string");
  return value_->get<std::string>();
}

absl::StatusOr<double> JsonView::Number() const {
  if (!value_->is_number()) return Error("expected a number");
  return value_->get<double>();
}

absl::StatusOr<int> JsonView::Int(int least, int most) const {
  ASSIGN_OR_RETURN(const double number, Number());
  const std::string range = Cat("expected an integer from ", least, " to ", most);
  if (!(number >= least && number <= most)) return Error(range);
  const int integer = static_cast<int>(number);
  return integer == number ? absl::StatusOr<int>(integer) : Error(range);
}

absl::StatusOr<std::vector<double>> JsonView::Numbers(size_t count) const {
  if (!value_->is_array() || value_->size() != count) return Error(Cat("expected an array of ", count, " numbers"));
  std::vector<double> numbers;
  for (const nlohmann::json& element : *value_) {
    if (!element.is_number()) return Error(Cat("expected an array of ", count, " numbers"));
    numbers.push_back(element.get<double>());
  }
  return numbers;
}

}  // namespace retarget
