#pragma once
// Writes a clip in the format the output's extension asks for.

#include <string>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "client/ctl/common/files.h"

namespace retarget::ctl {

// The file a clip is written for, where the output is a GLB.
struct TargetFile {
  std::string path;
  const Scene* scene = nullptr;  // `path` as read; must outlive this
};

// kAlreadyExists, with the hint --name, when a GLB of `target` with a clip called `clip_name` would have two of them.
absl::Status CheckClipName(const std::string& output, const TargetFile& target, const std::string& clip_name);

// The bytes of `clip` for `output`: .zanim, .json (clip JSON) or .glb. A GLB is the target's own file with the clip
// added, or the skeleton alone where the target is no glTF.
absl::StatusOr<std::string> EncodeClipFor(const std::string& output, const Clip& clip, const TargetFile& target);

}  // namespace retarget::ctl
