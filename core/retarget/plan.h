#pragma once
// A plan: which source bone drives which target bone, made before any key is read.

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "core/humanoid/derive_profile.h"
#include "core/retarget/options.h"
#include "core/rig/profile.h"
#include "core/rig/rig.h"

namespace retarget {

struct MappedRole {
  std::string role;  // the target's role
  int source_bone = -1, target_bone = -1;
  double confidence = 0;  // 0..1: the lower of both sides' evidence
};

struct Plan {
  std::vector<MappedRole> mapped;  // in role order
  // Roles one side has and the other lacks, in role order.
  std::vector<std::string> unmapped_source_roles, unmapped_target_roles;
  // Bones with a moving channel that no role reads; filled where a clip is given.
  std::vector<std::string> animated_unmapped_source_bones;
  std::vector<std::string> warnings;
  double hips_height_ratio = 1.0;  // hips travel is multiplied by it; as BakeOptions::hips_scale says
  // The profiles in use: the rig's own where it has one, else derived.
  Profile source_profile, target_profile;
  // The options in effect: those not at their default, in the order of BakeOptions.
  std::vector<OptionText> options;
  int root_bone = -1;  // target bone that takes root motion; -1: the hips take it all
};

// Names of the bones and every field above; keys in a fixed order.
std::string PlanToJson(const Plan& plan, const Rig& source, const Rig& target);

}  // namespace retarget
