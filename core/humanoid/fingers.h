#pragma once
// The fingers of a hand.

#include <string>
#include <vector>

#include "core/humanoid/body_graph.h"
#include "core/humanoid/limbs.h"
#include "core/humanoid/name_claims.h"

namespace retarget {

struct FingerBone {
  std::string role;  // without the side: "handthumb1"
  int bone = -1;
  bool by_name = false;
};

// Fingers of one arm, by names where these speak of fingers, else by shape (the thumb leaves the others). A finger's
// bones are numbered along its chain, whatever numbers their names hold; at most three, tips and palm bones left out.
std::vector<FingerBone> FindFingers(const BodyGraph& body, const Limb& arm, const std::vector<NameClaim>& claims);

}  // namespace retarget
