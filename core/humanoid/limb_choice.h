#pragma once
// Puts the limbs that names speak of and those the shape shows together, and settles which side is left.

#include <optional>
#include <string>
#include <vector>

#include "core/humanoid/body_graph.h"
#include "core/humanoid/limbs.h"
#include "core/humanoid/name_claims.h"

namespace retarget {

// Limb 0 of the result is the character's left. A pair of limbs comes from the names where these give the two long
// bones of at least one side, else from the shape; single bones missing there are taken from the shape where both kinds
// agree about the rest of the limb. Adds to `warnings` where names and body disagree about the sides.
Limbs ChooseLimbs(const BodyGraph& body, const std::vector<NameClaim>& claims, const Limbs& named,
                  const std::optional<Limbs>& shaped, std::vector<std::string>& warnings);

// `limbs` with limb 0 on the left by the shape alone; by the hips' own X axis, then the world's, where the body is
// drawn so straight that nothing shows where it faces.
Limbs SidedByShape(const BodyGraph& body, Limbs limbs);

}  // namespace retarget
