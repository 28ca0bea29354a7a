#pragma once
// Walks over a bone hierarchy given as a parent array (0-based, -1 for a root). Parents may stand after children.

#include <optional>
#include <vector>

#include "absl/types/span.h"
#include "core/math/types.h"

namespace retarget {

// Every index once, each parent before its children; among siblings by index. `parents` must have no loop and no index
// outside [-1, size).
std::vector<int> ParentsFirst(absl::Span<const int> parents);

// The first bone found on a loop, or nothing. Indices must be in [-1, size).
std::optional<int> FindLoop(absl::Span<const int> parents);

// World matrices from local transforms; `order` from ParentsFirst.
std::vector<Mat4> ComputeGlobals(absl::Span<const int> parents, absl::Span<const int> order,
                                 absl::Span<const Transform> locals);
// World rotations alone (product of local rotations; scale and shear do not take part).
std::vector<Quat> ComputeGlobalRotations(absl::Span<const int> parents, absl::Span<const int> order,
                                         absl::Span<const Transform> locals);
// Distance of each bone to its parent in world space; 0 for roots.
std::vector<double> ComputeBoneLengths(absl::Span<const int> parents, absl::Span<const Mat4> globals);

}  // namespace retarget
