#pragma once
// Which bones of a chain are the long bones of an arm or a leg.

#include <vector>

#include "core/humanoid/body_graph.h"
#include "core/humanoid/limbs.h"

namespace retarget {

// Branches of `bone` of about the same reach: 2 or more for a hand with fingers; twist bones and helpers do not count.
int FanOut(const BodyGraph& body, int bone);

// `chain` runs from the branch's first bone outwards. The hand is the first bone that fans out, or stands at the end of
// the two longest bones in a row; halves of one bone (twist bones in the chain) are taken together. Long bones are -1
// where the chain is too short.
Limb SplitArm(const BodyGraph& body, const std::vector<int>& chain);
Limb SplitLeg(const BodyGraph& body, const std::vector<int>& chain);

}  // namespace retarget
