#include "server/config.h"

#include <algorithm>
#include <initializer_list>
#include <map>

#include "core/base/cat.h"
#include "core/base/file_io.h"
#include "core/base/text.h"
#include "server/config_fields.h"
#include "yaml-cpp/yaml.h"

namespace retarget {
namespace {

// A configuration file over this size is a mistake.
constexpr size_t kMaxConfigBytes = size_t{1} << 20;

using Problems = std::vector<std::string>;

absl::Status StatusOf(const Problems& problems) {
  if (problems.empty()) return absl::OkStatus();
  std::string message = problems.front();
  for (size_t i = 1; i < problems.size(); ++i) message += Cat("; ", problems[i]);
  return absl::InvalidArgumentError(message);
}

struct KeyLister {
  std::vector<std::string> keys;
  void Texts(std::string_view key, const std::vector<std::string>&) { keys.emplace_back(key); }
  void Text(std::string_view key, const std::string&) { keys.emplace_back(key); }
  void Choice(std::string_view key, const std::string&, std::initializer_list<const char*>) { keys.emplace_back(key); }
  void Int(std::string_view key, int64_t, int64_t, int64_t) { keys.emplace_back(key); }
};

std::string ChoiceProblem(std::string_view key, std::string_view value, std::initializer_list<const char*> allowed) {
  std::string list;
  for (const char* name : allowed) list += Cat(list.empty() ? "" : ", ", name);
  return Cat(key, ": ", Quoted(value), " is not one of ", list);
}

bool IsOneOf(std::string_view value, std::initializer_list<const char*> allowed) {
  return std::any_of(allowed.begin(), allowed.end(), [&](const char* name) { return value == name; });
}

struct RangeChecker {
  Problems problems;
  void Texts(std::string_view key, const std::vector<std::string>& values) {
    if (values.empty()) problems.push_back(Cat(key, ": expected at least one value"));
    for (const std::string& value : values) Text(key, value);
  }
  void Text(std::string_view key, const std::string& value) {
    if (value.empty()) problems.push_back(Cat(key, ": expected text, got nothing"));
  }
  void Choice(std::string_view key, const std::string& value, std::initializer_list<const char*> allowed) {
    if (!IsOneOf(value, allowed)) problems.push_back(ChoiceProblem(key, value, allowed));
  }
  void Int(std::string_view key, int64_t value, int64_t least, int64_t most) {
    if (value < least || value > most) {
      problems.push_back(Cat(key, ": ", value, " is out of range; expected ", least, " to ", most));
    }
  }
};

struct Printer {
  YAML::Emitter out;
  std::string section;

  // Opens or closes the section of `section.key` and returns `key`.
  std::string Enter(std::string_view key) {
    const size_t dot = key.find('.');
    const std::string wanted(dot == std::string_view::npos ? "" : key.substr(0, dot));
    if (wanted != section) {
      if (!section.empty()) out << YAML::EndMap;
      if (!wanted.empty()) out << YAML::Key << wanted << YAML::Value << YAML::BeginMap;
      section = wanted;
    }
    return std::string(dot == std::string_view::npos ? key : key.substr(dot + 1));
  }
  void Texts(std::string_view key, const std::vector<std::string>& values) {
    out << YAML::Key << Enter(key) << YAML::Value << YAML::Flow << YAML::BeginSeq;
    for (const std::string& value : values) out << YAML::DoubleQuoted << value;
    out << YAML::EndSeq;
  }
  void Text(std::string_view key, const std::string& value) {
    out << YAML::Key << Enter(key) << YAML::Value << YAML::DoubleQuoted << value;
  }
  void Choice(std::string_view key, const std::string& value, std::initializer_list<const char*>) { Text(key, value); }
  void Int(std::string_view key, int64_t value, int64_t, int64_t) {
    out << YAML::Key << Enter(key) << YAML::Value << value;
  }
};

// The file as `section.key` -> value.
struct FlatFile {
  std::map<std::string, YAML::Node> values;
  Problems problems;
};

std::string AtLine(const YAML::Node& node) { return Cat("line ", node.Mark().line + 1, ": "); }

bool IsSection(std::string_view name, const std::vector<std::string>& known) {
  return std::any_of(known.begin(), known.end(),
                     [&](const std::string& key) { return key.starts_with(Cat(name, ".")); });
}

void Flatten(const YAML::Node& map, const std::string& prefix, const std::vector<std::string>& known, FlatFile& out) {
  for (const auto& entry : map) {
    const std::string key = prefix + (entry.first.IsScalar() ? entry.first.Scalar() : "?");
    if (prefix.empty() && entry.second.IsMap() && IsSection(key, known)) {
      Flatten(entry.second, key + ".", known, out);
      continue;
    }
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      const std::string nearest = NearestName(key, known);
      out.problems.push_back(Cat(AtLine(entry.first), "unknown key ", Quoted(key),
                                 nearest.empty() ? "" : Cat(" (nearest: ", Quoted(nearest), ")")));
    } else if (!out.values.emplace(key, entry.second).second) {
      out.problems.push_back(Cat(AtLine(entry.first), "key ", Quoted(key), " is given twice"));
    }
  }
}

struct Reader {
  FlatFile file;

  // Calls `read` with the node of `key` where the file has one; `expected` names its kind in the error.
  template <typename Read>
  void With(std::string_view key, std::string_view expected, Read read) {
    const auto found = file.values.find(std::string(key));
    if (found == file.values.end()) return;
    if (!read(found->second)) {
      file.problems.push_back(Cat(AtLine(found->second), key, ": expected ", expected));
    }
  }
  void Texts(std::string_view key, std::vector<std::string>& field) {
    With(key, "text or a list of texts", [&](const YAML::Node& node) {
      if (node.IsScalar()) return field.assign({node.Scalar()}), true;
      if (!node.IsSequence()) return false;
      field.clear();
      for (const YAML::Node& item : node) {
        if (!item.IsScalar()) return false;
        field.push_back(item.Scalar());
      }
      return true;
    });
  }
  void Text(std::string_view key, std::string& field) {
    With(key, "text", [&](const YAML::Node& node) { return node.IsScalar() && (field = node.Scalar(), true); });
  }
  void Choice(std::string_view key, std::string& field, std::initializer_list<const char*> allowed) {
    Text(key, field);
    const auto found = file.values.find(std::string(key));
    if (found != file.values.end() && !IsOneOf(field, allowed)) {
      file.problems.push_back(Cat(AtLine(found->second), ChoiceProblem(key, field, allowed)));
    }
  }
  void Int(std::string_view key, int64_t& field, int64_t least, int64_t most) {
    With(key, Cat("a whole number, ", least, " to ", most), [&](const YAML::Node& node) {
      return node.IsScalar() && YAML::convert<int64_t>::decode(node, field) && field >= least && field <= most;
    });
  }
};

absl::StatusOr<YAML::Node> ParseYaml(std::string_view yaml) {
  try {
    return YAML::Load(std::string(yaml));
  } catch (const YAML::Exception& error) {
    return absl::InvalidArgumentError(Cat("line ", error.mark.line + 1, ": not YAML: ", error.msg));
  }
}

}  // namespace

absl::StatusOr<Config> ParseConfig(std::string_view yaml) {
  absl::StatusOr<YAML::Node> root = ParseYaml(yaml);
  if (!root.ok()) return root.status();
  if (!root->IsMap() && !root->IsNull()) return absl::InvalidArgumentError("expected `key: value` lines");
  Reader reader;
  if (root->IsMap()) Flatten(*root, "", ConfigKeys(), reader.file);
  Config config;
  VisitConfig(config, reader);
  if (!reader.file.problems.empty()) return StatusOf(reader.file.problems);
  const absl::Status ranges = ValidateConfig(config);
  if (!ranges.ok()) return ranges;
  return config;
}

absl::StatusOr<Config> LoadConfigFile(const std::string& path) {
  absl::StatusOr<std::string> text = ReadFile(path, kMaxConfigBytes);
  if (!text.ok()) return text.status();
  absl::StatusOr<Config> config = ParseConfig(*text);
  if (!config.ok())
    return absl::Status(config.status().code(), Cat(path, ": ", std::string(config.status().message())));
  return config;
}

absl::Status ValidateConfig(const Config& config) {
  RangeChecker checker;
  VisitConfig(config, checker);
  return StatusOf(checker.problems);
}

std::string ConfigToYaml(const Config& config) {
  Printer printer;
  printer.out << YAML::BeginMap;
  VisitConfig(config, printer);
  if (!printer.section.empty()) printer.out << YAML::EndMap;
  printer.out << YAML::EndMap;
  return Cat(printer.out.c_str(), "\n");
}

std::vector<std::string> ConfigKeys() {
  KeyLister lister;
  const Config defaults;
  VisitConfig(defaults, lister);
  return lister.keys;
}

}  // namespace retarget
