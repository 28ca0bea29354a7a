#pragma once
// glTF 2.0, GLB, VRM and VRM animation files as scenes.

#include <string_view>

#include "absl/status/statusor.h"
#include "core/import/scene.h"

namespace retarget {

// The rig (every node a bone), its profile where the file has a humanoid map, and all clips. kInvalidArgument says what
// is wrong and where.
absl::StatusOr<Scene> LoadGltf(std::string_view bytes, const FileResolver& resolver);

}  // namespace retarget
