#pragma once
// The limbs of a humanoid as tables: which role is aimed where, what ends it, and what it carries.

#include <array>
#include <string_view>

#include "core/math/types.h"

namespace retarget {

// One segment of a limb: from the bone of `near` to the bone of `far`. In the T-pose it points along `goal`
// (character frame: +X left, +Y up, +Z forward).
struct LimbSegment {
  std::string_view near, far;
  Vec3 goal;
};

// Two segments in a row and the endpoints they carry.
struct Limb {
  LimbSegment upper, lower;
  std::string_view end;         // hand or foot: keeps its authored orientation relative to the lower segment
  std::string_view end_prefix;  // roles carried with it: "lefthand..." (fingers), "lefttoe..."
  bool leg = false;
};

// Left arm, right arm, left leg, right leg.
const std::array<Limb, 4>& Limbs();

// The role a limb role hangs on in a body, whatever the file's hierarchy says: forearm -> arm, upleg -> hips. Empty for
// roles outside the limbs.
std::string_view LimbParentRole(std::string_view role);

// True for feet and toes.
bool IsFootRole(std::string_view role);

}  // namespace retarget
