#pragma once
// A clip together with the rig it was made on.

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/clip/clip.h"
#include "core/import/scene.h"
#include "core/rig/rig.h"

namespace retarget {

struct Animation {
  Rig rig;
  Clip clip;  // bone_names are the rig's, in rig order
  std::vector<std::string> warnings;
};

// The clip `clip_name` of `clip_scene` (see FindClip) on its source rig: the rig of the scene where it is embedded on
// purpose (`embedded_rig`: an .animation composite), else `given_source_rig` (may be null), else the nodes and skin of
// the scene the clip stands in. kInvalidArgument without any of them.
// Where the clip names other bones than the rig, its channels are bound by name. kInvalidArgument listing every channel
// whose bone is not in the rig (with the nearest name), or whose name several bones share and no single joint has.
absl::StatusOr<Animation> ResolveAnimation(const Scene& clip_scene, std::string_view clip_name,
                                           const Rig* given_source_rig, bool embedded_rig);

}  // namespace retarget
