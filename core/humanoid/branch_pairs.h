#pragma once
// Mirrored branches of a hierarchy: what arms, legs, ears and skirt bones have in common.

#include <array>
#include <vector>

#include "core/humanoid/body_graph.h"

namespace retarget {

struct BranchPair {
  std::array<std::vector<int>, 2> chains;  // from the branch's first bone to its furthest one
};

// Pairs of branches of one bone that mirror each other across a plane, the furthest reaching first; small ones (under 8
// % of the body's extent) left out.
std::vector<BranchPair> FindBranchPairs(const BodyGraph& body);

}  // namespace retarget
