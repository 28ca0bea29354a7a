#pragma once
// Motions given by formulas, the same for every rig: what a body does, apart from how its bones are built.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/types.h"
#include "core/sample/rig_style.h"

namespace retarget {

// One turn of one role, on top of what the role above does: by offset + amplitude * sin(2 pi frequency t + phase)
// about `axis`. The axis is fixed in the character frame of the T-pose and carried along by the roles above.
struct Swing {
  std::string role;
  Vec3 axis{1, 0, 0};  // unit
  double offset_rad = 0, amplitude_rad = 0, frequency_hz = 1, phase_rad = 0;
};

// Displacement of the hips in the character frame, in hips heights:
// velocity * t + amplitude * sin(2 pi frequency t + phase).
struct Travel {
  Vec3 velocity{0, 0, 0};  // per second
  Vec3 amplitude{0, 0, 0};
  double frequency_hz = 1, phase_rad = 0;
};

struct AnalyticMotion {
  // Several swings of one role apply like matrices: the first of the list is the outermost.
  std::vector<Swing> swings;
  std::vector<Travel> travels;
  // The feet do not follow the shins: their own swings alone turn them.
  bool level_feet = false;
};

// The deviation of `role` at `time_s`: the rotation in the character frame that takes its orientation in the reference
// pose to its orientation in the motion. Roles above take part whether or not a rig has them.
Quat DeviationOf(const AnalyticMotion& motion, std::string_view role, double time_s);
Vec3 HipsDisplacement(const AnalyticMotion& motion, double time_s);

// The bind pose of a style held still: limbs swing straight away from the T-pose, upper arm first, then the forearm
// against it, so that aiming them back by shortest arcs recovers the T-pose exactly.
AnalyticMotion BindPoseMotion(PoseStyle pose, bool level_soles);

// A walk on the spot, one stride of two steps a second; loops after 1 s.
AnalyticMotion WalkMotion();
// Standing and waving the right hand; loops after 2 s.
AnalyticMotion WaveMotion();
// Every role swings and twists by itself, the hips travel; no elbow or knee passes a half turn.
AnalyticMotion RandomMotion(uint64_t seed);

}  // namespace retarget
