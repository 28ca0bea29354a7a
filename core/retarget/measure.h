#pragma once
// Measures a written clip against its source: the numbers of the report. Works from joint positions and world rotations
// of both clips by plain forward kinematics, at the keys and midway between them, and shares no formula with Transfer.

#include <vector>

#include "absl/status/statusor.h"
#include "core/clip/clip.h"
#include "core/retarget/frame_baker.h"
#include "core/retarget/options.h"
#include "core/retarget/report.h"
#include "core/retarget/setup.h"
#include "core/rig/rig.h"

namespace retarget {

struct BakeToMeasure {
  const Rig& source;
  const Rig& target;
  const RetargetSetup& setup;
  const Clip& source_clip;
  const std::vector<int>& source_rig_bone;  // of source_clip.bone_names
  const Clip& baked;
  const FrameBaker& baker;
  const BakeOptions& options;
  double floor_shift;  // of the bake, target hips heights
};

// At most about 2,000 times are measured: longer clips are sampled evenly, first and last key included.
absl::StatusOr<Report> MeasureBake(const BakeToMeasure& bake);

}  // namespace retarget
