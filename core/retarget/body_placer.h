#pragma once
// Places the body of a transferred frame: which part of its motion the root bone takes, and how high it stands.

#include <vector>

#include "core/retarget/clip_motion.h"
#include "core/retarget/ground_motion.h"
#include "core/retarget/setup.h"
#include "core/retarget/transfer.h"
#include "core/rig/rig.h"

namespace retarget {

// Immutable but for set_floor_shift; Place() is const and thread-safe.
class BodyPlacer {
 public:
  // All arguments must outlive the object. setup.plan.root_bone takes the root motion; -1: nothing does.
  BodyPlacer(const Rig& source, const Rig& target, const RetargetSetup& setup, const Transfer& transfer,
             RootMotion mode);

  // Raises the whole body by this along the target's up, world units. Default 0.
  void set_floor_shift(double shift) { floor_shift_ = shift; }
  double floor_shift() const { return floor_shift_; }
  // The bone that takes root motion and needs channels, or -1.
  int root_bone() const { return root_; }

  // Changes out.local of the root and of the topmost driven bones, which keep their world transform but for the floor
  // shift; what hangs on the root alone rides with it. out.world and out.rotation stay as Transfer left them.
  void Place(const MotionFrame& source, TargetFrame& out) const;

 private:
  struct Top {
    int bone;
    bool below_root;
  };

  RigidMotion Ground(const MotionFrame& source, const TargetFrame& out) const;
  RigidMotion AuthoredGround(const MotionFrame& source) const;

  const Rig& source_;
  const Rig& target_;
  const RetargetSetup& setup_;
  const Transfer& transfer_;
  RootMotion mode_;
  int root_;
  double floor_shift_ = 0;
  // Driven bones whose parent is not moved by another driven bone: the hips, and limbs that hang outside the body.
  std::vector<Top> tops_;
};

}  // namespace retarget
