#include "core/import/export_gltf.h"

#include <set>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/base/text.h"
#include "core/import/gltf_buffers.h"
#include "core/import/gltf_file.h"
#include "core/import/gltf_model.h"
#include "core/import/gltf_rig.h"
#include "core/import/gltf_writer.h"
#include "core/import/mend_gltf.h"

namespace retarget {
namespace {

absl::Status CheckClip(const Clip& clip, size_t num_nodes) {
  RETURN_IF_ERROR(ValidateClip(clip));
  if (clip.channels.empty()) {
    return absl::InvalidArgumentError(Cat("clip ", Quoted(clip.name), " has no channels, glTF needs at least one"));
  }
  if (clip.bone_names.size() != num_nodes) {
    return absl::InvalidArgumentError(Cat("clip ", Quoted(clip.name), " is for a rig of ", clip.bone_names.size(),
                                          " bones, the target file has ", num_nodes, " nodes"));
  }
  return absl::OkStatus();
}

// Names as the importer gives them, so that the new clip can be told from every other.
absl::Status CheckNameIsFree(const tinygltf::Model& model, const std::string& name) {
  for (size_t i = 0; i < model.animations.size(); ++i) {
    const std::string& taken = model.animations[i].name;
    if (taken == name || (taken.empty() && name == Cat("animation_", i))) {
      return absl::AlreadyExistsError(
          Cat("the target already has an animation called ", Quoted(name), ": give the clip another name"));
    }
  }
  return absl::OkStatus();
}

std::string DataUri(std::string_view bytes) {
  std::string encoded;
  absl::Base64Escape({bytes.data(), bytes.size()}, &encoded);
  return Cat("data:application/octet-stream;base64,", encoded);
}

bool IsInAnotherFile(const Json& buffer) {
  const auto uri = buffer.find("uri");
  return uri != buffer.end() && uri->is_string() && uri->get_ref<const std::string&>().substr(0, 5) != "data:";
}

// Buffer 0 becomes the BIN chunk, where GLB keeps it; buffers in other files become data URIs. Every index stays.
absl::StatusOr<std::string> FoldBuffers(Json& document, GltfBuffers& buffers) {
  if (buffers.count() == 0) {
    document["buffers"] = Json::array({{{"byteLength", 0}}});
    return std::string();
  }
  for (size_t i = 0; i < buffers.count(); ++i) {
    Json& buffer = document["buffers"][i];
    if (i > 0 && !IsInAnotherFile(buffer)) continue;
    ASSIGN_OR_RETURN(const std::string_view bytes, buffers.Get(static_cast<int>(i)));
    if (i > 0) buffer["uri"] = DataUri(bytes);
  }
  ASSIGN_OR_RETURN(const std::string_view first, buffers.Get(0));
  document["buffers"][0].erase("uri");
  return std::string(first);
}

Json Numbers(const Vec3& v) { return {v.x, v.y, v.z}; }

// glTF forbids a matrix on an animated node.
void ReplaceMatrices(Json& document, const std::vector<RawBone>& bones, const Clip& clip) {
  std::set<int> animated;
  for (const Channel& channel : clip.channels) animated.insert(channel.bone);
  for (int bone : animated) {
    Json& node = document["nodes"][bone];
    if (node.erase("matrix") == 0) continue;
    const Transform& rest = bones[bone].rest;
    node["translation"] = Numbers(rest.translation);
    node["rotation"] = {rest.rotation.x, rest.rotation.y, rest.rotation.z, rest.rotation.w};
    node["scale"] = Numbers(rest.scale);
  }
}

}  // namespace

absl::StatusOr<std::string> AddClipToGlb(std::string_view target_bytes, const Clip& clip,
                                         const FileResolver& resolver) {
  ASSIGN_OR_RETURN(const GltfFile file, ReadGltfFile(target_bytes));
  std::vector<std::string> warnings;  // those of the import; the caller has seen them
  ASSIGN_OR_RETURN(const tinygltf::Model model, ParseGltfModel(file.json, warnings));
  ASSIGN_OR_RETURN(const std::vector<RawBone> bones, BonesFromNodes(model, warnings));
  RETURN_IF_ERROR(CheckClip(clip, bones.size()));
  RETURN_IF_ERROR(CheckNameIsFree(model, clip.name));

  Json document = file.json;
  GltfBuffers buffers(file, target_bytes.size(), resolver);
  ASSIGN_OR_RETURN(std::string bin, FoldBuffers(document, buffers));
  MendGltf(document, bin);
  ReplaceMatrices(document, bones, clip);
  GltfWriter writer(document, bin);
  writer.AddAnimation(clip);
  writer.Finish();
  return WriteGlb(document, bin);
}

}  // namespace retarget
