#pragma once
// How far a clip's soles come above or below where they stand at bind, on both bodies. Proportions make the target's
// feet miss the floor by a constant; lifting its body by the difference mends that and touches nothing else.

#include <vector>

#include "core/retarget/clip_motion.h"
#include "core/retarget/setup.h"
#include "core/retarget/transfer.h"

namespace retarget {

class FloorMatch {
 public:
  // Looks at the feet and toes both rigs have. `setup` must outlive the object.
  explicit FloorMatch(const RetargetSetup& setup);

  // One frame of the source and what Transfer made of it.
  void Note(const MotionFrame& source, const TargetFrame& target);

  // What to raise the target's body by, along its up, world units: afterwards its lowest foot or toe of all frames
  // noted is as far from its height at bind as the source's, in proportion. 0 before the first frame.
  double Shift() const;

 private:
  struct Soles {
    const CanonicalPose& pose;
    std::vector<int> bones;
    double at_bind = 0, lowest = 0;

    double Lowest(const std::vector<Mat4>& world) const;
  };

  double ratio_;
  bool seen_ = false;
  Soles source_, target_;
};

}  // namespace retarget
