#include "core/retarget/scale_carrier.h"

#include <algorithm>

#include "core/math/quaternion.h"

namespace retarget {

ScaleCarrier::ScaleCarrier(const Rig& source, const Rig& target, const RetargetSetup& setup, const Clip& clip,
                           const std::vector<int>& rig_bone, ScaleKeys policy)
    : source_(source), target_(target) {
  if (policy == ScaleKeys::kDrop) return;
  std::vector<bool> scaled(source.num_bones(), false);
  for (const Channel& channel : clip.channels) {
    if (channel.path == Path::kScale) scaled[rig_bone[channel.bone]] = true;
  }
  for (const MappedRole& pair : setup.plan.mapped) {
    if (!scaled[pair.source_bone]) continue;
    const Quat axes =
        glm::conjugate(setup.source.orientation[pair.source_bone]) * setup.target.orientation[pair.target_bone];
    pairs_.push_back({pair.source_bone, pair.target_bone, Normalized(axes)});
  }
  std::sort(pairs_.begin(), pairs_.end(), [](const Pair& a, const Pair& b) { return a.target < b.target; });
  for (const Pair& pair : pairs_) bones_.push_back(pair.target);
}

Vec3 ScaleCarrier::Scale(size_t index, const MotionFrame& source) const {
  const Pair& pair = pairs_[index];
  Vec3 stretch(1);
  for (int axis = 0; axis < 3; ++axis) {
    const double rest = source_.rest()[pair.source].scale[axis];
    if (rest != 0) stretch[axis] = source.local[pair.source].scale[axis] / rest;
  }
  Vec3 scale = target_.rest()[pair.target].scale;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 along(0);
    along[axis] = 1;
    scale[axis] *= Length(stretch * (pair.source_from_target * along));
  }
  return scale;
}

}  // namespace retarget
