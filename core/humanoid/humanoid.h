#pragma once
// A rig that is known to be a humanoid: what everything after mapping works on.

#include <string_view>

#include "absl/status/statusor.h"
#include "core/humanoid/derive_profile.h"
#include "core/rig/rig.h"

namespace retarget {

// A rig and its profile, both owned. Immutable.
class Humanoid {
 public:
  // Takes the rig's own profile, else derives one (ResolveProfile). kFailedPrecondition "not a humanoid: ..." names the
  // missing roles.
  static absl::StatusOr<Humanoid> Make(Rig rig);

  const Rig& rig() const { return rig_; }
  const Profile& profile() const { return answer_.profile; }
  // Evidence, warnings and missing roles behind the profile.
  const HumanoidAnswer& answer() const { return answer_; }
  // The bone of `role`, or -1.
  int BoneOf(std::string_view role) const { return answer_.profile.BoneOf(role); }

 private:
  Humanoid(Rig rig, HumanoidAnswer answer) : rig_(std::move(rig)), answer_(std::move(answer)) {}
  Rig rig_;
  HumanoidAnswer answer_;
};

}  // namespace retarget
