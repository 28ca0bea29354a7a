#pragma once
// Carries the scale keys of source bones over to the target bones they drive (ScaleKeys::kRatio).

#include <vector>

#include "core/retarget/clip_motion.h"
#include "core/retarget/setup.h"
#include "core/rig/rig.h"

namespace retarget {

// Immutable; does not own what it was made from.
class ScaleCarrier {
 public:
  // Pairs of the plan whose source bone has a scale channel in `clip`; none with ScaleKeys::kDrop.
  ScaleCarrier(const Rig& source, const Rig& target, const RetargetSetup& setup, const Clip& clip,
               const std::vector<int>& rig_bone, ScaleKeys policy);

  // Target bones that get a scale channel, in bone order.
  const std::vector<int>& bones() const { return bones_; }

  // The local scale of bones()[index]: its rest scale times how far the source bone stretches, against its rest, a line
  // that lies along each axis of the target bone in the T-pose. The axes of the two bones may differ; a uniform scale
  // comes over as it is. Signs are not carried; a source bone with zero rest scale on an axis does not stretch it.
  Vec3 Scale(size_t index, const MotionFrame& source) const;

 private:
  struct Pair {
    int source, target;
    Quat source_from_target;  // target bone's axes, seen from the source bone in the T-pose
  };

  const Rig& source_;
  const Rig& target_;
  std::vector<Pair> pairs_;
  std::vector<int> bones_;
};

}  // namespace retarget
