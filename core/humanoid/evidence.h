#pragma once
// Scores of every role, by names and by shape apart.

#include <vector>

#include "core/humanoid/derive_profile.h"
#include "core/humanoid/name_claims.h"

namespace retarget {

// How well the claim fits the role, 0..1; the side is not looked at.
double NameScoreOf(std::string_view role, const NameClaim& claim);

// One entry per role of `profile`, in its order. `by_names` and `by_shape` are what each kind of evidence alone would
// say; either may be empty. Where one of them has the role on another bone, that bone is the runner-up and the conflict
// says so; a name on the other side of the body is a conflict too.
std::vector<RoleEvidence> EvidenceOf(const Rig& rig, const Profile& profile, const std::vector<NameClaim>& claims,
                                     const Profile& by_names, const Profile& by_shape);

}  // namespace retarget
