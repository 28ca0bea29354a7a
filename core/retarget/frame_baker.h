#pragma once
// Evaluates the transfer over a time grid and adds keys where straight interpolation between them is not good enough.

#include <vector>

#include "absl/status/status.h"
#include "core/clip/clip.h"
#include "core/retarget/body_placer.h"
#include "core/retarget/clip_motion.h"
#include "core/retarget/options.h"
#include "core/retarget/scale_carrier.h"
#include "core/retarget/time_grid.h"
#include "core/retarget/transfer.h"
#include "core/rig/rig.h"

namespace retarget {

// What is kept of a frame: the channels' values only.
struct BakedFrame {
  float time_s = 0;
  std::vector<Quat> rotations;     // per rotating bone, see FrameBaker::rotating()
  std::vector<Vec3> translations;  // per translating bone
  std::vector<Vec3> scales;        // per scaling bone
};

class FrameBaker {
 public:
  // All arguments must outlive the object.
  FrameBaker(const Rig& source, const Rig& target, const RetargetSetup& setup, const Clip& clip,
             const std::vector<int>& rig_bone, const BakeOptions& options);

  // Fills frames(). kCancelled when `cancelled(context)` turned true; asked every 64 frames.
  absl::Status Run(bool (*cancelled)(void*), void* context);

  const std::vector<BakedFrame>& frames() const { return frames_; }
  const std::vector<int>& rotating() const { return rotating_; }        // target bones with a rotation channel
  const std::vector<int>& translating() const { return translating_; }  // target bones with a translation channel
  const std::vector<int>& scaling() const { return scales_.bones(); }   // target bones with a scale channel
  const Transfer& transfer() const { return transfer_; }
  const BodyPlacer& placer() const { return placer_; }
  bool step() const { return grid_.step; }
  // Largest world rotation error found midway between final keys, degrees.
  double interpolation_error_deg() const { return interpolation_error_deg_; }

 private:
  absl::Status NoteAllSourceFrames();
  absl::Status MatchFloor();
  // Fills source_frame_ with what the target is to copy.
  void SampleSource(double time_s);
  absl::Status CheckCancelled();
  BakedFrame Evaluate(float time_s);
  // Appends what must stand between `a` and `b`.
  absl::Status Refine(const BakedFrame& a, const BakedFrame& b, int depth);
  // World error of interpolating a..b at `exact`'s time: degrees, and hips heights or, where that is
  // more, share of a bone's size.
  void InterpolationError(const BakedFrame& a, const BakedFrame& b, const BakedFrame& exact, double& degrees,
                          double& heights);
  void Pose(const BakedFrame& frame, TargetFrame& out) const;

  const Rig& target_;
  const RetargetSetup& setup_;
  const Clip& clip_;
  const std::vector<int>& rig_bone_;
  const BakeOptions& options_;
  Transfer transfer_;
  BodyPlacer placer_;
  ScaleCarrier scales_;
  ClipMotion motion_;
  TimeGrid grid_;
  std::vector<int> rotating_, translating_;
  std::vector<BakedFrame> frames_;
  MotionFrame source_frame_;
  TargetFrame scratch_, exact_pose_;
  bool (*cancelled_)(void*) = nullptr;
  void* cancelled_context_ = nullptr;
  int since_check_ = 0;
  double interpolation_error_deg_ = 0;
};

}  // namespace retarget
