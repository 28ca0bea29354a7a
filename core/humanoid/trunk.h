#pragma once
// Hips, spine, neck and head, found along the hierarchy between the legs and the head once the limbs are known.

#include <array>

#include "core/humanoid/body_graph.h"
#include "core/humanoid/limbs.h"
#include "core/humanoid/name_claims.h"

namespace retarget {

// -1 where absent.
struct Trunk {
  int hips = -1;
  std::array<int, 3> spine{-1, -1, -1};  // bottom, middle, top; filled from the front
  int neck = -1;
  int head = -1;
};

// hips = the bone that carries both thighs and the upper body. Bones between hips and neck or head are the spine: all
// of up to three, else the bottom, a middle and the top one. Names decide what they can (which bone is the neck, what
// is a helper); without them the shape does. With `claims` all empty this works from the shape alone.
Trunk FindTrunk(const BodyGraph& body, const Limbs& limbs, const std::vector<NameClaim>& claims);

// Middle of both upper arms and of both thighs; of the one there is where the other is missing. False when none is.
bool ShoulderMiddle(const BodyGraph& body, const Limbs& limbs, Vec3* middle);
bool ThighMiddle(const BodyGraph& body, const Limbs& limbs, Vec3* middle);

}  // namespace retarget
