#pragma once
// What `bake` and `plan` read: the clip, the rig it was authored on, and the target rig.

#include <optional>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "client/ctl/common/command_line.h"
#include "core/clip/clip.h"
#include "core/import/scene.h"
#include "core/rig/rig.h"

namespace retarget::ctl {

struct BakePaths {
  std::string clip, clip_name, source_rig, source_profile, target, target_profile;
};

struct BakeInputs {
  std::optional<Clip> clip;  // present where a clip was asked for or the file has exactly one
  Rig source, target;
  Scene target_scene;  // the target file as read: its clips, and its rig without --target-profile
  std::vector<std::string> warnings;
};

// Adds CLIP, --clip, --target, --source-rig, --source-profile and --target-profile.
void AddBakePaths(Command& command, BakePaths& paths);

// Loads them. The source rig is the one of an .animation folder, else --source-rig, else the one in the clip's file;
// the clip is bound to it.
// kNotFound: no such file or clip (lists what there is). kInvalidArgument: a file that does not parse, or no source
// rig. `needs_clip` false: a file without a clip will do.
absl::StatusOr<BakeInputs> LoadBakeInputs(const BakePaths& paths, bool needs_clip);

}  // namespace retarget::ctl
