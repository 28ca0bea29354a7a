#pragma once
// The part of a glTF document that motion needs, parsed by tinygltf: nodes, skins, animations and their accessors.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/import/json_text.h"
#include "tiny_gltf.h"

namespace retarget {

// A model without meshes, materials, textures and buffers (their bytes are reached through GltfBuffers): geometry that
// we cannot decode, or images that are not there, never stop an import. Node transforms have the right sizes; indices
// are NOT checked. kInvalidArgument for a required extension that hides nodes, skins or animations from us, and for
// what has the wrong type. Animation channels without a target node are left out, with a warning.
absl::StatusOr<tinygltf::Model> ParseGltfModel(const Json& document, std::vector<std::string>& warnings);

}  // namespace retarget
