#pragma once
// Scores of every role, by names and by shape apart.

#include <vector>

#include "core/humanoid/derive_profile.h"
#include "core/humanoid/limbs.h"
#include "core/humanoid/name_claims.h"

namespace retarget {

// How well the claim fits the role, 0..1; the side is not looked at.
double NameScoreOf(std::string_view role, const NameClaim& claim);

// What each kind of evidence alone would say; either profile may be empty.
struct Opinions {
  Profile by_names;
  Profile by_shape;
  Limbs limbs;  // their runners-up stand in where both kinds agree
};

// One entry per role of `profile`, in its order. Where an opinion has the role on another bone, that bone is the
// runner-up; a shape that says otherwise is a conflict, and so is a name of the other side of the body.
std::vector<RoleEvidence> EvidenceOf(const Rig& rig, const Profile& profile, const std::vector<NameClaim>& claims,
                                     const Opinions& opinions);

}  // namespace retarget
