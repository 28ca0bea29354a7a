#pragma once
// The source as a bake sees it: the caller's rig and clip, after the options that change the source alone.

#include <memory>

#include "core/clip/clip.h"
#include "core/humanoid/derive_profile.h"
#include "core/retarget/options.h"
#include "core/rig/rig.h"

namespace retarget {

// Points at the caller's objects where nothing had to change, else at its own.
struct SourceView {
  const Rig* rig = nullptr;
  const Clip* clip = nullptr;  // null where no clip was given
  HumanoidAnswer answer;       // roles as the bake reads them
  std::unique_ptr<const Rig> own_rig;
  std::unique_ptr<const Clip> own_clip;
};

// `rig` and `clip` (may be null) must outlive the result.
SourceView ViewSource(const Rig& rig, const Clip* clip, const BakeOptions& options);

}  // namespace retarget
