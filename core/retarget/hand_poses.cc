#include "core/retarget/hand_poses.h"

#include <cmath>
#include <vector>

#include "core/base/cat.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "core/retarget/limbs.h"

namespace retarget {
namespace {

// The bone a bone is carried by: in its limb where the file hangs it elsewhere, else its parent.
int CarrierOf(const Rig& rig, const CanonicalPose& pose, int bone) {
  const std::string_view role = LimbParentRole(pose.profile.RoleOf(bone));
  const int by_role = role.empty() ? -1 : pose.BoneOf(role);
  if (by_role >= 0 && !rig.IsAncestorOrSelf(by_role, bone)) return by_role;
  return rig.parents()[bone];
}

// Turns of bones by their own poses and those of what carries them, each found once.
class CarriedTurns {
 public:
  CarriedTurns(const Rig& rig, const CanonicalPose& pose, std::vector<Quat> own)
      : rig_(rig), pose_(pose), own_(std::move(own)), turns_(rig.num_bones()), state_(rig.num_bones(), State::kNew) {}

  const Quat& Of(int bone) {
    if (state_[bone] == State::kNew) {
      state_[bone] = State::kOpen;
      int carrier = CarrierOf(rig_, pose_, bone);
      // A limb bone that hangs below what should carry it: the file's order counts.
      if (carrier >= 0 && state_[carrier] == State::kOpen) carrier = rig_.parents()[bone];
      turns_[bone] = carrier < 0 ? own_[bone] : Normalized(Of(carrier) * own_[bone]);
      state_[bone] = State::kDone;
    }
    return turns_[bone];
  }

 private:
  enum class State : char { kNew, kOpen, kDone };
  const Rig& rig_;
  const CanonicalPose& pose_;
  std::vector<Quat> own_, turns_;
  std::vector<State> state_;
};

}  // namespace

void ApplyHandPoses(const Rig& rig, CanonicalPose& pose) {
  if (pose.profile.poses.empty()) return;
  std::vector<Quat> own(rig.num_bones(), kIdentityRotation), feet = own;
  for (const RolePose& by_hand : pose.profile.poses) {
    const int bone = pose.BoneOf(by_hand.role);
    if (bone < 0) continue;
    own[bone] = TurnOf(by_hand);
    if (IsFootRole(by_hand.role)) feet[bone] = own[bone];
    pose.warnings.push_back(
        Cat(by_hand.role, ": turned by hand, ", std::lround(RotationAngle(own[bone]) * kDegreesPerRadian), " degrees"));
  }
  CarriedTurns all(rig, pose, std::move(own)), flat(rig, pose, std::move(feet));
  for (int bone : rig.order()) {
    pose.orientation[bone] = Normalized(all.Of(bone) * pose.orientation[bone]);
    pose.bind_orientation[bone] = Normalized(flat.Of(bone) * pose.bind_orientation[bone]);
  }
}

}  // namespace retarget
