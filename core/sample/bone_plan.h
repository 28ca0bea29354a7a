#pragma once
// The bones of a generated humanoid standing in its T-pose, before frames, parents and units are chosen.

#include <string>
#include <string_view>
#include <vector>

#include "core/math/types.h"
#include "core/sample/rig_style.h"

namespace retarget {

struct PlannedBone {
  std::string name;
  std::string role;         // in the rig's profile; empty: none
  std::string motion_role;  // whose deviation moves it; differs from `role` in trunks without three spine bones
  int side = 0;             // +1 left, -1 right
  int parent = -1;          // index into the plan; the hips, index 0, have none
  Vec3 position;            // T-pose, character frame, metres, floor at 0
  Vec3 direction;           // unit, to the end of the bone
  double length = 0.0;      // metres
};

// Parents before children. `style` must be valid.
std::vector<PlannedBone> PlanBones(const RigStyle& style);

// The role above `role` in a full humanoid: "leftarm" -> "leftshoulder", "neck" -> "spine2"; empty for the hips and for
// unknown roles.
std::string ParentRole(std::string_view role);

}  // namespace retarget
