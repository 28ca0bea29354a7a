#pragma once
// The canonical pose: the T-pose every rig is brought to, so that two rigs can be compared bone by bone.

#include <string>
#include <string_view>
#include <vector>

#include "absl/status/statusor.h"
#include "core/math/types.h"
#include "core/retarget/bind_pose.h"
#include "core/retarget/body_frame.h"
#include "core/rig/profile.h"
#include "core/rig/rig.h"

namespace retarget {

// How far a limb segment's bind direction is from the T-pose.
struct LimbDistance {
  std::string role;  // near end of the segment, e.g. "leftarm"
  double from_t_deg = 0;
};

// Immutable after SolveCanonicalPose. All rotations are of bones in the CHARACTER frame (+X left, +Y up, +Z forward).
struct CanonicalPose {
  Profile profile;
  BindPose bind;
  BodyFrame frame;
  std::vector<Quat> bind_orientation;  // per bone, at bind; see ApplyHandPoses for feet
  std::vector<Quat> orientation;       // per bone, in the T-pose
  std::vector<LimbDistance> distances;
  std::vector<std::string> warnings;

  int BoneOf(std::string_view role) const { return profile.BoneOf(role); }
};

// Starts from bind. Aims upper arm, then the forearm's remainder to +/-X, thigh and shin to -Y, each by shortest arc;
// turns an arm about its own axis when the palm is more than 25 degrees off down (needs index and little finger).
// Trunk and clavicles are not aimed; endpoints and role-less bones keep their authored orientation relative to what
// they hang on. symmetrize: left and right orientations become mirror images of each other. Turns made by hand (`poses:` of the profile)
// come last, on top of all that. Errors: those of
// FindBodyFrame. `profile` must have the humanoid roles (see humanoid.h).
absl::StatusOr<CanonicalPose> SolveCanonicalPose(const Rig& rig, const Profile& profile, bool symmetrize);

// The bone that ends the segment near -> far: the first on the way past half its length (a wrist before the hand role,
// a half limb); `far_bone` itself where it does not hang below `near_bone`. (quality.md, insight 5.)
int SegmentEnd(const Rig& rig, const BindPose& bind, int near_bone, int far_bone);

}  // namespace retarget
