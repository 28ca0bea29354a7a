#include "core/retarget/floor_match.h"

#include <algorithm>

#include "core/math/matrix.h"
#include "core/retarget/limbs.h"

namespace retarget {

double FloorMatch::Soles::Lowest(const std::vector<Mat4>& world) const {
  double lowest = 0;
  for (size_t i = 0; i < bones.size(); ++i) {
    const double height = glm::dot(TranslationOf(world[bones[i]]), pose.frame.up);
    lowest = i == 0 ? height : std::min(lowest, height);
  }
  return lowest;
}

FloorMatch::FloorMatch(const RetargetSetup& setup)
    : ratio_(setup.plan.hips_height_ratio), source_{setup.source, {}}, target_{setup.target, {}} {
  for (const MappedRole& pair : setup.plan.mapped) {
    if (!IsFootRole(pair.role)) continue;
    source_.bones.push_back(pair.source_bone);
    target_.bones.push_back(pair.target_bone);
  }
  source_.at_bind = source_.Lowest(setup.source.bind.world);
  target_.at_bind = target_.Lowest(setup.target.bind.world);
}

void FloorMatch::Note(const MotionFrame& source, const TargetFrame& target) {
  const double from = source_.Lowest(source.world), to = target_.Lowest(target.world);
  source_.lowest = seen_ ? std::min(source_.lowest, from) : from;
  target_.lowest = seen_ ? std::min(target_.lowest, to) : to;
  seen_ = true;
}

double FloorMatch::Shift() const {
  if (!seen_) return 0;
  return (source_.lowest - source_.at_bind) * ratio_ - (target_.lowest - target_.at_bind);
}

}  // namespace retarget
