#pragma once
// Writes a generated rig with its body and clips as a complete glTF 2.0 binary.

#include <string>

#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "core/clip/clip.h"
#include "core/sample/generated_rig.h"

namespace retarget {

struct SampleColor {
  float red = 0.8f, green = 0.8f, blue = 0.8f;  // linear, 0..1
};

// Node i is bone i; one more node holds the mesh. kInvalidArgument for a rig without a skin in world space, or a clip
// that is not of this rig.
absl::StatusOr<std::string> SampleGlb(const GeneratedRig& rig, absl::Span<const Clip> clips, const SampleColor& color);

}  // namespace retarget
