// Clip JSON: see FORMAT.md.

#include <algorithm>
#include <utility>

#include "absl/types/span.h"
#include "core/base/cat.h"
#include "core/base/json_text.h"
#include "core/base/json_view.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/clip/codecs.h"

namespace retarget {
namespace {

void AppendFloats(std::string& out, absl::Span<const float> values) {
  std::string_view separator = "[";
  for (float value : values) {
    out += separator;
    AppendJsonFloat(out, value);
    separator = ", ";
  }
  out += values.empty() ? "[]" : "]";
}

void AppendChannel(std::string& out, const Channel& channel) {
  out += Cat("    { \"target_bone\": ", channel.bone, ", \"path\": \"", PathName(channel.path),
             "\", \"interpolation\": \"", InterpolationName(channel.interpolation), "\",\n      \"keyframes_in\": ");
  AppendFloats(out, channel.times);
  out += ",\n      \"keyframes_out\": [";
  const size_t stride = channel.Stride();
  for (size_t key = 0; key < channel.times.size(); ++key) {
    out += key == 0 ? "" : ", ";
    AppendFloats(out, absl::MakeConstSpan(channel.values).subspan(key * stride, stride));
  }
  out += "] }";
}

// Appends the numbers of `value`, an array of numbers or of arrays, at most two levels deep. Fails on anything else.
absl::Status AppendNumbers(const JsonView& view, const nlohmann::json& value, int depth, std::vector<float>& out) {
  if (!value.is_array() || depth > 2) return view.Error("expected an array of numbers, or one such array per key");
  for (const nlohmann::json& element : value) {
    if (element.is_number()) {
      out.push_back(static_cast<float>(element.get<double>()));  // too large: infinite, refused by ValidateClip
    } else if (!element.is_array()) {
      return view.Error(Cat("expected a number, found ", element.type_name(), " after ", out.size(), " numbers"));
    } else {
      RETURN_IF_ERROR(AppendNumbers(view, element, depth + 1, out));
    }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::vector<float>> ReadFloats(const JsonView& view) {
  std::vector<float> out;
  RETURN_IF_ERROR(AppendNumbers(view, view.value(), 0, out));
  return out;
}

// One array per key must have the length of a key: keys of mixed length could add up by chance.
absl::Status CheckKeyArrays(const JsonView& view, const Channel& channel) {
  const size_t stride = channel.Stride(), components = ComponentsOf(channel.path);
  size_t index = 0;
  for (const nlohmann::json& key : view.value()) {
    if (key.is_array() && !key.empty() && key[0].is_number() && key.size() != stride && key.size() != components) {
      return view.Error(Cat("key ", index, " has ", key.size(), " numbers, expected ", stride));
    }
    ++index;
  }
  return absl::OkStatus();
}

template <typename Enum>
absl::StatusOr<Enum> ReadWord(const JsonView& view, std::string_view (*name_of)(Enum)) {
  ASSIGN_OR_RETURN(const std::string word, view.String());
  std::vector<std::string> names;
  for (int i = 0; i < 3; ++i) {
    names.emplace_back(name_of(static_cast<Enum>(i)));
    if (PlainSpelling(names.back()) == PlainSpelling(word)) return static_cast<Enum>(i);
  }
  return view.Error(Cat(Quoted(word), " is not one of ", JoinQuoted(names)));
}

absl::StatusOr<int> ReadBone(const JsonView& view, const std::vector<std::string>& bone_names) {
  if (!view.value().is_string()) return view.Int(0, std::max<int>(0, static_cast<int>(bone_names.size()) - 1));
  ASSIGN_OR_RETURN(const std::string name, view.String());
  const auto found = std::find(bone_names.begin(), bone_names.end(), name);
  if (found == bone_names.end()) {
    const std::string nearest = NearestName(name, bone_names);
    return view.Error(Cat("bone ", Quoted(name), " is not one of bone_names",
                          nearest.empty() ? "" : Cat(" (nearest: ", Quoted(nearest), ")")));
  }
  if (std::find(found + 1, bone_names.end(), name) != bone_names.end()) {
    return view.Error(Cat("several bones are called ", Quoted(name), "; give the index into bone_names"));
  }
  return static_cast<int>(found - bone_names.begin());
}

absl::StatusOr<Channel> ReadChannel(const JsonView& object, const std::vector<std::string>& bone_names) {
  Channel channel;
  ASSIGN_OR_RETURN(const JsonView bone, object.Field({"target_bone", "bone"}));
  ASSIGN_OR_RETURN(channel.bone, ReadBone(bone, bone_names));
  ASSIGN_OR_RETURN(const JsonView path, object.Field({"path"}));
  ASSIGN_OR_RETURN(channel.path, ReadWord<Path>(path, PathName));
  ASSIGN_OR_RETURN(const JsonView mode, object.Field({"interpolation", "interp"}));
  ASSIGN_OR_RETURN(channel.interpolation, ReadWord<Interpolation>(mode, InterpolationName));
  ASSIGN_OR_RETURN(const JsonView times, object.Field({"keyframes_in", "times"}));
  ASSIGN_OR_RETURN(channel.times, ReadFloats(times));
  ASSIGN_OR_RETURN(const JsonView values, object.Field({"keyframes_out", "values"}));
  ASSIGN_OR_RETURN(channel.values, ReadFloats(values));
  RETURN_IF_ERROR(CheckKeyArrays(values, channel));
  return channel;
}

absl::StatusOr<std::vector<std::string>> ReadBoneNames(const JsonView& root) {
  ASSIGN_OR_RETURN(const JsonView field, root.Field({"bone_names"}));
  ASSIGN_OR_RETURN(const std::vector<JsonView> elements, field.Elements());
  std::vector<std::string> names;
  for (const JsonView& element : elements) {
    ASSIGN_OR_RETURN(names.emplace_back(), element.String());
  }
  return names;
}

}  // namespace

std::string EncodeClipJson(const Clip& clip) {
  Clip sorted = clip;
  SortChannels(sorted);
  std::string out = "{\n  \"name\": ";
  AppendJsonString(out, sorted.name);
  out += ",\n  \"duration\": ";
  AppendJsonNumber(out, sorted.duration_s);
  out += ",\n  \"channels\": [";
  for (size_t i = 0; i < sorted.channels.size(); ++i) {
    out += i == 0 ? "\n" : ",\n";
    AppendChannel(out, sorted.channels[i]);
  }
  out += sorted.channels.empty() ? "],\n  \"bone_names\": [" : "\n  ],\n  \"bone_names\": [";
  for (size_t i = 0; i < sorted.bone_names.size(); ++i) {
    out += i == 0 ? "" : ", ";
    AppendJsonString(out, sorted.bone_names[i]);
  }
  return out + "]\n}\n";
}

absl::StatusOr<Clip> DecodeClipJson(std::string_view text) {
  ASSIGN_OR_RETURN(const nlohmann::json document, ParseJson(text, "clip JSON"));
  const JsonView root(document, "clip JSON");
  Clip clip;
  ASSIGN_OR_RETURN(const JsonView name, root.Field({"name"}));
  ASSIGN_OR_RETURN(clip.name, name.String());
  ASSIGN_OR_RETURN(const JsonView duration, root.Field({"duration"}));
  ASSIGN_OR_RETURN(clip.duration_s, duration.Number());
  ASSIGN_OR_RETURN(clip.bone_names, ReadBoneNames(root));
  ASSIGN_OR_RETURN(const JsonView channels, root.Field({"channels"}));
  ASSIGN_OR_RETURN(const std::vector<JsonView> elements, channels.Elements());
  for (const JsonView& element : elements) {
    ASSIGN_OR_RETURN(clip.channels.emplace_back(), ReadChannel(element, clip.bone_names));
  }
  RETURN_IF_ERROR(ValidateClip(clip));
  return clip;
}

}  // namespace retarget
