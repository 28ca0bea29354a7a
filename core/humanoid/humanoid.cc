#include "core/humanoid/humanoid.h"

#include "core/base/cat.h"
#include "core/base/text.h"

namespace retarget {

absl::StatusOr<Humanoid> Humanoid::Make(Rig rig) {
  HumanoidAnswer answer = ResolveProfile(rig);
  if (!answer.humanoid) {
    const std::string what = rig.name().empty() ? std::string("the rig") : Cat("rig ", Quoted(rig.name()));
    return absl::FailedPreconditionError(Cat(what, " is ", answer.reason));
  }
  return Humanoid(std::move(rig), std::move(answer));
}

}  // namespace retarget
