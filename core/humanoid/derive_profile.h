#pragma once
// Finds the humanoid role of every bone, or says why the rig is no humanoid.

#include <string>
#include <vector>

#include "core/rig/profile.h"
#include "core/rig/rig.h"

namespace retarget {

// Why a role went to its bone.
struct RoleEvidence {
  std::string role;
  int bone = -1;
  double name_score = 0;      // 0..1: how clearly the name says so
  double geometry_score = 0;  // 0..1: how well position and topology agree
  int runner_up = -1;         // second-best bone, or -1
  std::string conflict;       // what names and geometry disagree about; empty when they agree
};

struct HumanoidAnswer {
  bool humanoid = false;
  // One sentence for a person. Not a humanoid: what is missing ("not a humanoid: no leftarm, leftforearm, lefthand
  // ...").
  std::string reason;
  // Valid where `humanoid`; otherwise what was found so far.
  Profile profile;
  std::vector<RoleEvidence> evidence;  // in profile order
  std::vector<std::string> missing;    // required roles without a bone
  std::vector<std::string> warnings;   // e.g. names say left where the bone stands right
};

// Pure: the same rig gives the same bytes. Ignores rig.profile(). Humanoid = hips, head or neck, one full arm chain
// (arm, forearm, hand) and one full leg chain (upleg, leg, foot).
HumanoidAnswer DeriveProfile(const Rig& rig);

// The answer a bake uses: the rig's own profile where it has one (hand-edited or from VRM), else DeriveProfile.
HumanoidAnswer ResolveProfile(const Rig& rig);

}  // namespace retarget
