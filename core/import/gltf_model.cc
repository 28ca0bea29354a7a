#include "core/import/gltf_model.h"

#include <cstdint>
#include <limits>
#include <string_view>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"

namespace retarget {
namespace {

// Required extensions that leave nodes, skins and animations readable: they concern geometry, looks, or add data beside
// the skeleton. Anything else might change what we read, so it is refused.
constexpr std::string_view kHarmlessPrefixes[] = {"KHR_materials_", "KHR_texture_", "KHR_lights_", "EXT_texture_",
                                                  "EXT_lights_",    "MSFT_texture", "VRM",         "VRMC_"};
constexpr std::string_view kHarmless[] = {"KHR_draco_mesh_compression",
                                          "KHR_mesh_quantization",
                                          "KHR_xmp_json_ld",
                                          "EXT_mesh_gpu_instancing",
                                          "KHR_xmp",
                                          "MSFT_lod",
                                          "EXT_mesh_features",
                                          "EXT_mesh_manifold",
                                          "EXT_structural_metadata"};

bool IsHarmless(std::string_view extension) {
  for (std::string_view prefix : kHarmlessPrefixes) {
    if (extension.substr(0, prefix.size()) == prefix) return true;
  }
  for (std::string_view name : kHarmless) {
    if (extension == name) return true;
  }
  return false;
}

absl::Status CheckExtensions(const Json& document) {
  const auto required = document.find("extensionsRequired");
  if (required == document.end() || !required->is_array()) return absl::OkStatus();
  std::vector<std::string> unknown;
  for (const Json& name : *required) {
    if (name.is_string() && !IsHarmless(name.get_ref<const std::string&>())) unknown.push_back(name);
  }
  if (unknown.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError(Cat("glTF: the file requires ", JoinQuoted(unknown),
                                        ", which is not supported: export it without that extension"));
}

// The array `key` of `document`, checked to hold objects; empty when absent.
absl::StatusOr<Json> Objects(const Json& document, const char* key) {
  const auto found = document.find(key);
  if (found == document.end()) return Json::array();
  if (!found->is_array()) return absl::InvalidArgumentError(Cat("glTF: \"", key, "\" is not an array"));
  for (size_t i = 0; i < found->size(); ++i) {
    if (!(*found)[i].is_object()) return absl::InvalidArgumentError(Cat("glTF: ", key, "[", i, "] is not an object"));
  }
  return *found;
}

absl::Status CheckNumbers(const Json& node, size_t index, const char* key, size_t count) {
  const auto found = node.find(key);
  if (found == node.end()) return absl::OkStatus();
  bool good = found->is_array() && found->size() == count;
  for (size_t i = 0; good && i < count; ++i) good = (*found)[i].is_number();
  if (good) return absl::OkStatus();
  return absl::InvalidArgumentError(Cat("glTF: nodes[", index, "].", key, " is not an array of ", count, " numbers"));
}

absl::Status CheckIndices(const Json& owner, std::string_view label, const char* key) {
  const auto found = owner.find(key);
  if (found == owner.end()) return absl::OkStatus();
  bool good = found->is_array();
  for (size_t i = 0; good && i < found->size(); ++i) {
    good = (*found)[i].is_number_unsigned() && (*found)[i].get<uint64_t>() <= std::numeric_limits<int>::max();
  }
  if (good) return absl::OkStatus();
  return absl::InvalidArgumentError(Cat("glTF: ", label, ".", key, " is not an array of indices"));
}

absl::StatusOr<Json> ReducedNodes(const Json& document) {
  ASSIGN_OR_RETURN(const Json nodes, Objects(document, "nodes"));
  Json reduced = Json::array();
  for (size_t i = 0; i < nodes.size(); ++i) {
    RETURN_IF_ERROR(CheckNumbers(nodes[i], i, "matrix", 16));
    RETURN_IF_ERROR(CheckNumbers(nodes[i], i, "translation", 3));
    RETURN_IF_ERROR(CheckNumbers(nodes[i], i, "rotation", 4));
    RETURN_IF_ERROR(CheckNumbers(nodes[i], i, "scale", 3));
    RETURN_IF_ERROR(CheckIndices(nodes[i], Cat("nodes[", i, "]"), "children"));
    Json node = Json::object();
    for (const char* key : {"name", "children", "matrix", "translation", "rotation", "scale"}) {
      if (const auto found = nodes[i].find(key); found != nodes[i].end()) node[key] = *found;
    }
    reduced.push_back(std::move(node));
  }
  return reduced;
}

absl::StatusOr<Json> CheckedSkins(const Json& document) {
  ASSIGN_OR_RETURN(Json skins, Objects(document, "skins"));
  for (size_t i = 0; i < skins.size(); ++i) {
    const std::string label = Cat("skins[", i, "]");
    RETURN_IF_ERROR(CheckIndices(skins[i], label, "joints"));
    if (!skins[i].contains("joints") || skins[i]["joints"].empty()) {
      return absl::InvalidArgumentError(Cat("glTF: ", label, ".joints is empty, a skin needs at least one bone"));
    }
  }
  return skins;
}

bool HasTargetNode(const Json& channel) {
  const auto target = channel.find("target");
  return target != channel.end() && target->is_object() && target->contains("node");
}

absl::StatusOr<Json> ReducedAnimations(const Json& document, std::vector<std::string>& warnings) {
  ASSIGN_OR_RETURN(Json animations, Objects(document, "animations"));
  for (size_t i = 0; i < animations.size(); ++i) {
    ASSIGN_OR_RETURN(Json channels, Objects(animations[i], "channels"));
    RETURN_IF_ERROR(Objects(animations[i], "samplers").status());
    Json kept = Json::array();
    for (size_t c = 0; c < channels.size(); ++c) {
      if (HasTargetNode(channels[c])) {
        kept.push_back(std::move(channels[c]));
      } else {
        warnings.push_back(Cat("animations[", i, "].channels[", c, "] has no target node: skipped"));
      }
    }
    animations[i]["channels"] = std::move(kept);
  }
  return animations;
}

}  // namespace

absl::StatusOr<tinygltf::Model> ParseGltfModel(const Json& document, std::vector<std::string>& warnings) {
  RETURN_IF_ERROR(CheckExtensions(document));
  Json reduced = {{"asset", {{"version", "2.0"}}}};
  ASSIGN_OR_RETURN(reduced["nodes"], ReducedNodes(document));
  ASSIGN_OR_RETURN(reduced["skins"], CheckedSkins(document));
  ASSIGN_OR_RETURN(reduced["animations"], ReducedAnimations(document, warnings));
  ASSIGN_OR_RETURN(reduced["accessors"], Objects(document, "accessors"));
  ASSIGN_OR_RETURN(reduced["bufferViews"], Objects(document, "bufferViews"));

  const std::string text = reduced.dump();
  tinygltf::Model model;
  tinygltf::TinyGLTF loader;
  std::string error, warning;
  if (!loader.LoadASCIIFromString(&model, &error, &warning, text.data(), static_cast<unsigned>(text.size()), "",
                                  tinygltf::NO_REQUIRE)) {
    return absl::InvalidArgumentError(Cat("glTF: ", std::string(absl::StripAsciiWhitespace(error))));
  }
  return model;
}

}  // namespace retarget
