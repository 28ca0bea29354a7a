#pragma once
// A turn made by hand, on top of the canonical pose that was solved for a rig: `poses:` of a profile.

#include <string>
#include <string_view>

#include "absl/status/statusor.h"
#include "core/math/types.h"

namespace retarget {

// Largest turn about one axis, degrees.
inline constexpr double kMostPoseDeg = 360.0;

// Turns the bone of `role`, and with it every bone it carries, away from the solved T-pose: about the character's left
// axis (+X), then up (+Y), then forward (+Z), axes that do not turn along.
struct RolePose {
  std::string role;
  Vec3 turn_deg{0};  // about +X, +Y, +Z; each within +-kMostPoseDeg
  friend bool operator==(const RolePose&, const RolePose&) = default;
};

// The turn as a rotation in the character frame: Rz * Ry * Rx.
Quat TurnOf(const RolePose& pose);

// "10 0 -5" or "10, 0, -5": degrees about X, Y, Z; four numbers: a quaternion x, y, z, w. kInvalidArgument with what
// was expected for anything else, numbers that are not finite or out of range, and a quaternion of no length.
absl::StatusOr<Vec3> ParseTurn(std::string_view text);

// The degrees about X, Y, Z of a rotation; Y within +-90.
Vec3 TurnDegrees(const Quat& rotation);

}  // namespace retarget
