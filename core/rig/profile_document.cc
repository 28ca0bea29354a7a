#include "core/rig/profile_document.h"

#include <sstream>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include "yaml-cpp/eventhandler.h"
#include "yaml-cpp/exceptions.h"
#include "yaml-cpp/mark.h"
#include "yaml-cpp/parser.h"

namespace retarget {
namespace {

// Far above 10,000 roles with long names.
constexpr size_t kMostBytes = size_t{4} << 20;
// Far above four numbers.
constexpr size_t kMostListBytes = 200;

bool SameWord(std::string_view key, std::string_view word) {
  return absl::AsciiStrToLower(absl::string_view(key.data(), key.size())) ==
         absl::string_view(word.data(), word.size());
}

// Takes the document as events, so that nothing is built for input that is refused. Refuses by throwing the parser's
// own exception, which the one call site below turns into a status.
class Reader : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) Refuse(mark, "expected one document");
  }
  void OnDocumentEnd() override {}
  void OnAnchor(const YAML::Mark& mark, const std::string&) override { Refuse(mark, "anchors are not allowed"); }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { Refuse(mark, "aliases are not allowed"); }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    if (section_ != &document_.poses || depth_ != 2 || !has_key_ || in_list_) Refuse(mark, "lists are not allowed");
    in_list_ = true;
    list_.clear();
  }
  void OnSequenceEnd() override {
    in_list_ = false;
    has_key_ = false;
    section_->push_back({std::move(key_), std::move(list_), key_line_});
  }
  void OnNull(const YAML::Mark& mark, YAML::anchor_t) override {
    Refuse(mark, has_key_ ? Cat(key_, " has no value") : "a name is missing");
  }

  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t, YAML::EmitterStyle::value) override {
    if (depth_ == 1 && has_key_ && SameWord(key_, "roles") && !nested_) {
      nested_ = true;
      section_ = &document_.roles;
    } else if (depth_ == 1 && has_key_ && SameWord(key_, "poses") && !posed_) {
      posed_ = true;
      section_ = &document_.poses;
    } else if (depth_ > 0) {
      Refuse(mark, "only `roles` and `poses`, once each, may hold a mapping");
    }
    ++depth_;
    has_key_ = false;
  }
  void OnMapEnd() override { --depth_; }

  void OnScalar(const YAML::Mark& mark, const std::string&, YAML::anchor_t, const std::string& value) override {
    // yaml-cpp 0.7 turns the escapes \N and \_ into single bytes.
    if (!IsUtf8(value)) Refuse(mark, "an escape that is not supported; write the character itself");
    if (in_list_) {
      if (list_.size() + value.size() > kMostListBytes) Refuse(mark, Cat("the list of ", key_, " is too long"));
      list_ += (list_.empty() ? "" : " ") + value;
      return;
    }
    if (depth_ == 0) Refuse(mark, "expected `roles:` and lines of `role: bone`");
    if (has_key_) {
      Take({std::move(key_), value, key_line_}, mark);
    } else {
      key_ = value;
      key_line_ = mark.line + 1;
    }
    has_key_ = !has_key_;
  }

  absl::StatusOr<ProfileDocument> Finish() && {
    if ((nested_ || posed_) && !flat_.empty()) {
      return absl::InvalidArgumentError(
          Cat("line ", flat_[0].line, ": ", Quoted(flat_[0].key), " is not one of base, boneCount, roles, poses"));
    }
    for (ProfileEntry& entry : flat_) document_.roles.push_back(std::move(entry));
    return std::move(document_);
  }

 private:
  [[noreturn]] static void Refuse(const YAML::Mark& mark, const std::string& message) {
    throw YAML::ParserException(mark, message);
  }

  void Take(ProfileEntry entry, const YAML::Mark& mark) {
    if (depth_ == 2) {
      section_->push_back(std::move(entry));
    } else if (SameWord(entry.key, "base") || SameWord(entry.key, "bonecount")) {
      std::optional<ProfileEntry>& field = SameWord(entry.key, "base") ? document_.base : document_.bone_count;
      if (field) Refuse(mark, Cat(entry.key, " stands twice"));
      field = std::move(entry);
    } else {
      flat_.push_back(std::move(entry));
    }
  }

  ProfileDocument document_;
  std::vector<ProfileEntry> flat_;                // roles beside base, unless `roles` is there
  bool nested_ = false;                           // `roles:` was seen
  bool posed_ = false;                            // `poses:` was seen
  std::vector<ProfileEntry>* section_ = nullptr;  // what the mapping at depth 2 fills
  bool in_list_ = false;                          // inside the list of one pose
  std::string list_;
  int documents_ = 0;
  int depth_ = 0;  // mappings entered
  bool has_key_ = false;
  std::string key_;
  int key_line_ = 0;
};

bool IsBareSafe(std::string_view text) {
  for (std::string_view word : {"null", "true", "false", "yes", "no", "on", "off", "y", "n"}) {
    if (SameWord(text, word)) return false;
  }
  for (char c : text) {
    if (!absl::ascii_isalnum(c) && std::string_view("_.:@|/-").find(c) == std::string_view::npos) return false;
  }
  return !text.empty() && absl::ascii_isalpha(text.front()) && text.back() != ':';
}

}  // namespace

absl::StatusOr<ProfileDocument> ParseProfileDocument(std::string_view yaml) {
  if (yaml.size() > kMostBytes) {
    return absl::InvalidArgumentError(Cat("has ", yaml.size(), " bytes, at most ", kMostBytes, " are read"));
  }
  if (!IsUtf8(yaml)) return absl::InvalidArgumentError("is not UTF-8 text");
  Reader reader;
  try {
    std::istringstream text{std::string(yaml)};
    YAML::Parser parser(text);
    while (parser.HandleNextDocument(reader)) {
    }
  } catch (const YAML::Exception& error) {
    return absl::InvalidArgumentError(Cat("line ", error.mark.line + 1, ": ", error.msg));
  }
  return std::move(reader).Finish();
}

std::string YamlScalar(std::string_view text) {
  if (IsBareSafe(text)) return std::string(text);
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20 || byte == 0x7F) {
      absl::StrAppend(&out, "\\x", absl::Hex(byte, absl::kZeroPad2));
    } else {
      out += c;
    }
  }
  return out + "\"";
}

}  // namespace retarget
