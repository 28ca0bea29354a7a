#pragma once
// The project's own sample characters, as the bytes a client sends.

#include <string>
#include <string_view>

#include "core/rig/rig.h"

namespace retarget {

// Clips "Walk" and "Wave" on a humanoid rig.
std::string_view HeroGlb();
// A humanoid rig of another build, without clips.
std::string_view ImpGlb();

// The hero's "Walk" as the files of an .animation composite.
struct SampleParts {
  std::string data_zanim, rig_zmsh, humanoid_profile;
};
SampleParts HeroParts();

}  // namespace retarget
