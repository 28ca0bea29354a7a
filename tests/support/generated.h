#pragma once
// Seeded families of generated rigs, and the analytic poses bakes onto them are held against.

#include <cstdint>
#include <string>
#include <vector>

#include "core/sample/generated_rig.h"
#include "core/sample/make_clip.h"
#include "tests/support/pose_matchers.h"

namespace retarget::testing {

// A valid style drawn from every style there is. Equal seeds give equal styles.
RigStyle RandomStyle(uint64_t seed);
// "seed 7: y-along A -90x yaw 1.2 ..." for failure messages.
std::string Describe(const RigStyle& style);

// Fails the test (and ends the program) where the style is not valid.
GeneratedRig MustGenerate(const RigStyle& style);

// How far `clip` on `rig` is from `motion` at `time_s`: angles of all body bones that `source` can drive, bones that
// ride on them included (all body bones where `source` is null), and the distance of the hips in hips heights.
PoseError ErrorAgainst(const GeneratedRig& rig, const Clip& clip, const AnalyticMotion& motion, double time_s,
                       const GeneratedRig* source = nullptr, FeetFrom feet = FeetFrom::kBind);

}  // namespace retarget::testing
