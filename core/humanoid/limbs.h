#pragma once
// Arms and legs as they are found: by names (name_limbs) and by shape (shape_limbs).

#include <array>
#include <string>

#include "core/humanoid/body_graph.h"
#include "core/humanoid/name_claims.h"

namespace retarget {

// The four bones of an arm (shoulder, arm, forearm, hand) or of a leg (upleg, leg, foot, toebase), -1 where absent.
struct Limb {
  std::array<int, 4> bones{-1, -1, -1, -1};
  std::array<int, 4> runner_up{-1, -1, -1, -1};  // the bone that would have come next by its name

  // Index of the first of the two long bones: 1 for an arm, 0 for a leg.
  bool HasLongBones(int first) const { return bones[first] >= 0 && bones[first + 1] >= 0; }
  int TopBone() const;  // the uppermost bone that is there, -1 when there is none
};

inline constexpr int kArmCore = 1;  // arm, forearm
inline constexpr int kLegCore = 0;  // upleg, leg

// Index 0 and 1 are the two sides. From names: 0 is what they call left. From shape: 0 is left only after side_check.
struct Limbs {
  std::array<Limb, 2> arm;
  std::array<Limb, 2> leg;
  void SwapSides() { std::swap(arm[0], arm[1]), std::swap(leg[0], leg[1]); }
  // True when `bone` is in one of the limbs.
  bool Holds(int bone) const;
};

// Role names of a limb, e.g. "leftforearm" for (side 0, bone 2).
std::string ArmRole(int side, int bone);
std::string LegRole(int side, int bone);

// The limbs the names speak of. Which word means which role depends on the words beside it ("Left leg" over "Left knee"
// is a thigh, LeftLeg under LeftUpLeg a shin): per side and limb, the assignment with the highest total score along the
// hierarchy wins.
Limbs LimbsFromNames(const BodyGraph& body, const std::vector<NameClaim>& claims);

// How well `claim` fits bone `index` of an arm or leg, 0..1.
double ArmClaimScore(const NameClaim& claim, int index);
double LegClaimScore(const NameClaim& claim, int index);

}  // namespace retarget
