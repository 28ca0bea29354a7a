#pragma once
// Humanoid or not, and what is missing.

#include "core/humanoid/derive_profile.h"
#include "core/humanoid/side_check.h"

namespace retarget {

// Fills humanoid, reason and missing from answer.profile. Humanoid = hips, head or neck, an arm and a leg. An arm (leg)
// is one side with all three long roles, or both sides without the hand (foot): robots often have none.
void JudgeRoles(HumanoidAnswer& answer);

// Takes the verdict back where the body stands on its arms or its trunk lies: an animal whose bones have human names.
void JudgePosture(Posture posture, HumanoidAnswer& answer);

}  // namespace retarget
