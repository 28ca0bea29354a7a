#pragma once
// What a bake did and how well: measured on the written keys by plain forward kinematics, cached as aux "report".

#include <string>
#include <vector>

#include "core/retarget/options.h"

namespace retarget {

struct ErrorStats {
  double mean = 0, p95 = 0, max = 0;
  int samples = 0;
};

struct LimbError {
  std::string role;  // the near end of the segment, e.g. "leftarm" for upper arm -> forearm
  ErrorStats direction_deg;
};

struct RoleError {
  std::string role;
  // Turn since the canonical pose, source against target; with feet "flat", feet and toes: turn since bind.
  ErrorStats orientation_deg;
};

struct DroppedChannel {
  std::string bone, path, reason;
};

// Version of the JSON below, its field "version". Raised when a field is added, renamed or means something else.
// Version 1 had no such field, no "roles" and no "hipsOrientationDeg".
constexpr int kReportVersion = 2;

struct Report {
  int frames = 0;                 // sampled times
  std::vector<LimbError> limbs;   // arm and leg segments both rigs have
  ErrorStats limb_direction_deg;  // over all segments and times
  ErrorStats hips_path;           // distance, in hips heights
  std::vector<RoleError> roles;   // every mapped role, in the order of the plan
  ErrorStats hand_orientation_deg, foot_orientation_deg, head_orientation_deg, hips_orientation_deg;
  double loop_gap_source_deg = 0, loop_gap_target_deg = 0;  // first against last frame, mean over mapped bones
  double interpolation_error_deg = 0;                       // largest found midway between keys
  int source_moving_channels = 0, moving_channels = 0, channels = 0;
  int keys = 0;  // length of the time grid
  double hips_height_ratio = 1.0;
  double source_rest_vs_bind_deg = 0, target_rest_vs_bind_deg = 0;
  std::vector<DroppedChannel> dropped;
  std::vector<std::string> warnings;
  std::vector<OptionText> options;  // as Plan::options
  std::string root_bone;            // target bone that took root motion; empty: none
  double floor_shift = 0;           // the body was raised by this, in target hips heights
};

// Stable JSON, keys in a fixed order, numbers with six digits after the point.
std::string ReportToJson(const Report& report);

}  // namespace retarget
