#pragma once
// The answer of DeriveProfile as JSON, for `retargetctl profile --json` and the daemon.

#include <string>

#include "core/humanoid/derive_profile.h"
#include "core/rig/rig.h"

namespace retarget {

// {"humanoid": ..., "reason": ..., "base": ..., "boneCount": n, "roles": {"hips": {"bone": "mixamorig:Hips", "node": 3,
// "nameScore": 1, "geometryScore": 1, "runnerUp"?: "...", "conflict"?: "..."}, ...}, "missing": [...], "warnings":
// [...]} in this order, roles in profile order; the same answer gives the same text. Bytes of a name that are no UTF-8
// are replaced. `node` is the bone's index.
std::string ProfileAnswerJson(const HumanoidAnswer& answer, const Rig& rig);

}  // namespace retarget
