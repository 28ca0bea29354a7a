#pragma once
// Reads untrusted JSON: every answer is a value of the asked type or kInvalidArgument that says where in the document
// it stands and what was expected, e.g. `clip JSON: channels[3].path: expected a string`.

#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "nlohmann/json.hpp"

namespace retarget {

// Parses a whole document; `what` names its kind in messages. An error gives the byte offset.
absl::StatusOr<nlohmann::json> ParseJson(std::string_view text, std::string_view what);

// One value of a document and its place in it. Refers to the document, which must outlive it.
class JsonView {
 public:
  // The whole document; `what` (a literal, not copied) starts every message.
  JsonView(const nlohmann::json& document, std::string_view what) : value_(&document), what_(what) {}

  // The field with one of these names. Names are compared without letter case, '_' and '-': "targetBone" finds
  // "target_bone". Fails when the value is no object, no such field is there, or more than one is.
  absl::StatusOr<JsonView> Field(std::initializer_list<std::string_view> names) const;
  // The same; nothing when no such field is there.
  absl::StatusOr<std::optional<JsonView>> OptionalField(std::initializer_list<std::string_view> names) const;
  // The elements of an array.
  absl::StatusOr<std::vector<JsonView>> Elements() const;
  absl::StatusOr<std::string> String() const;
  absl::StatusOr<double> Number() const;
  // An integer in [least, most].
  absl::StatusOr<int> Int(int least, int most) const;
  // An array of exactly `count` numbers.
  absl::StatusOr<std::vector<double>> Numbers(size_t count) const;

  const nlohmann::json& value() const { return *value_; }
  // kInvalidArgument: this place, then `problem`.
  absl::Status Error(std::string_view problem) const;

 private:
  JsonView(const nlohmann::json& value, std::string_view what, std::string place)
      : value_(&value), what_(what), place_(std::move(place)) {}
  const nlohmann::json* value_;
  std::string_view what_;
  std::string place_;  // "channels[3].path"; empty for the document
};

// A name as Field compares it: lower case, no '_', '-' or ' '.
std::string PlainSpelling(std::string_view name);

}  // namespace retarget
