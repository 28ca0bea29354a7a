#include "core/import/gltf_import.h"

#include <utility>

#include "core/base/cat.h"
#include "core/base/status_macros.h"
#include "core/import/gltf_accessor.h"
#include "core/import/gltf_buffers.h"
#include "core/import/gltf_clips.h"
#include "core/import/gltf_file.h"
#include "core/import/gltf_model.h"
#include "core/import/gltf_rig.h"

namespace retarget {
namespace {

// The name of the scene's first root node; empty when it has none.
std::string NameOf(const std::vector<RawBone>& bones) {
  for (const RawBone& bone : bones) {
    if (bone.parent < 0) return bone.name;
  }
  return "";
}

}  // namespace

absl::StatusOr<Scene> LoadGltf(std::string_view bytes, const FileResolver& resolver) {
  ASSIGN_OR_RETURN(const GltfFile file, ReadGltfFile(bytes));
  Scene scene;
  scene.warnings = file.warnings;
  ASSIGN_OR_RETURN(const tinygltf::Model model, ParseGltfModel(file.json, scene.warnings));
  GltfBuffers buffers(file, bytes.size(), resolver);
  AccessorReader reader(model, buffers);

  RawRig raw;
  ASSIGN_OR_RETURN(raw.bones, BonesFromNodes(model, scene.warnings));
  RETURN_IF_ERROR(AddInverseBinds(model, reader, raw.bones, scene.warnings));
  raw.name = NameOf(raw.bones);
  raw.profile = HumanoidProfile(file.json, static_cast<int>(raw.bones.size()), scene.warnings);
  ASSIGN_OR_RETURN(scene.rig, Rig::Build(std::move(raw)));
  ASSIGN_OR_RETURN(scene.clips, ClipsFromAnimations(model, reader, scene.rig->bone_names(), scene.warnings));
  return scene;
}

}  // namespace retarget
