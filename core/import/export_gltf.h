#pragma once
// Writes clips as glTF animations.

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/clip/clip.h"
#include "core/import/scene.h"
#include "core/rig/rig.h"

namespace retarget {

// `target_bytes` (GLB or glTF; buffers embedded or found through `resolver`) as GLB with `clip` added to its
// animations; everything else is carried over, unknown extensions included, untouched but for what glTF forbids
// (mend_gltf.h). Clip bones are node indices (bone_names = all nodes). kAlreadyExists when the file has an animation of
// that name: pick another name.
absl::StatusOr<std::string> AddClipToGlb(std::string_view target_bytes, const Clip& clip,
                                         const FileResolver& resolver = nullptr);

// A GLB of the skeleton and clips alone (nodes, a skin where the rig has one, no mesh). Passes the Khronos validator.
absl::StatusOr<std::string> SkeletonGlb(const Rig& rig, absl::Span<const Clip> clips);

}  // namespace retarget
