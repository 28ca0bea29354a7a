#pragma once
// Which side is left, told from the shape: left = up x facing, and toes, knees, elbows, thumbs and eyes show the
// facing.

#include "core/humanoid/body_graph.h"
#include "core/humanoid/limbs.h"
#include "core/humanoid/name_claims.h"

namespace retarget {

// > 0: limb 0 stands on the character's left; < 0: on its right. The size says how sure: a pair of toes counts 6.
struct SideVote {
  double votes = 0;
  Vec3 up{0.0, 1.0, 0.0};
  Vec3 lateral{1.0, 0.0, 0.0};  // from limb 1 to limb 0
};

// Votes of this size outweigh names.
inline constexpr double kSureVotes = 1.0;

// Needs a thigh and an upper arm pair; otherwise there are no votes. Claims are read for thumbs and eyes only.
SideVote VoteSides(const BodyGraph& body, const Limbs& limbs, const std::vector<NameClaim>& claims);

// How the body stands at bind, seen from its limbs.
enum class Posture {
  kUnknown,     // too few limbs to tell, or limbs that point every way: a zero pose that is no pose
  kUpright,     // legs hang down from an upright trunk
  kFourLegged,  // arms and legs point the same way, across the trunk
  kLying,       // bound with the trunk across the legs: birds, winged beasts
};
Posture PostureOf(const BodyGraph& body, const Limbs& limbs);

}  // namespace retarget
