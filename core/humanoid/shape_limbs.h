#pragma once
// Arms and legs from the shape alone: for rigs whose names say nothing.

#include <optional>

#include "core/humanoid/body_graph.h"
#include "core/humanoid/limbs.h"

namespace retarget {

// Looks for two pairs of mirrored branches, one hanging down from an upright trunk, the other on its upper end, each
// with two long bones in a row. Nothing when no such body is found: animals, props. Which limb is left is not decided
// here.
std::optional<Limbs> LimbsFromShape(const BodyGraph& body);

}  // namespace retarget
