#pragma once
// Makes humanoid rigs of any style together with the exact facts a retargeter has to find out about them.

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/math/types.h"
#include "core/rig/rig.h"
#include "core/sample/rig_style.h"

namespace retarget {

// A rig and what is true of it by construction. All per-bone lists are in rig order; bones that are not part of the
// body (the node above the hips) have empty roles and identity facts.
struct GeneratedRig {
  Rig rig;
  RigStyle style = {};
  // Turn of the character: world direction = world_from_character * character direction.
  Quat world_from_character = kIdentityRotation;
  std::vector<std::string> roles = {};         // as in the profile
  std::vector<std::string> motion_roles = {};  // whose deviation of an AnalyticMotion moves the bone; empty: rides
  std::vector<int> sides = {};                 // +1 left, -1 right, 0
  // Orientations in the character frame: in the canonical T-pose (feet carried by the re-posed shins), and at bind.
  std::vector<Quat> canonical = {}, bind = {};
  std::vector<Vec3> bind_world_position = {};  // world units
  std::vector<Vec3> bind_end = {};             // world position of the far end of each bone at bind
  // Hips above the lowest foot or toe role bone at bind, along world up, world units. The unit of hips travel.
  double hips_height = 0.0;

  // The bone of `role`, or -1.
  int BoneOf(std::string_view role) const;
  // Orientation at bind in the world.
  Quat BindWorld(int bone) const { return world_from_character * bind[bone]; }
};

// kInvalidArgument for a style out of range.
absl::StatusOr<GeneratedRig> GenerateRig(const RigStyle& style);

}  // namespace retarget
