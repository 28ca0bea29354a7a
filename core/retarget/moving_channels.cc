#include "core/retarget/moving_channels.h"

#include "core/math/matrix.h"

namespace retarget {

bool ChannelMovesOnRig(const Channel& channel, const Rig& rig, int bone, double share) {
  const double change = LargestChange(channel);
  switch (channel.path) {
    case Path::kRotation:
      return change > share * kMovingAngleDeg;
    case Path::kScale:
      return change > share * kMovingScale;
    case Path::kTranslation:
      break;
  }
  const int parent = rig.parents()[bone];
  const double metres_per_unit = parent < 0 ? 1.0 : UniformScaleOf(rig.rest_world()[parent]);
  return change * metres_per_unit > share * kMovingDistance_m;
}

}  // namespace retarget
