#pragma once
// From found limbs, trunk and fingers to a profile.

#include "core/humanoid/body_graph.h"
#include "core/humanoid/limbs.h"
#include "core/humanoid/name_claims.h"
#include "core/humanoid/trunk.h"
#include "core/rig/profile.h"

namespace retarget {

// Limb 0 is left. Body roles, fingers, and by name eyes and jaw. Base and bone count are left empty.
Profile RolesOf(const BodyGraph& body, const Limbs& limbs, const std::vector<NameClaim>& claims);

}  // namespace retarget
