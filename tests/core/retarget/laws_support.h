#pragma once
// Bakes between generated rigs, held against the formulas the rigs and clips were made from.

#include <string>

#include "core/retarget/bake.h"
#include "core/sample/generated_rig.h"
#include "core/sample/make_clip.h"
#include "tests/support/generated.h"
#include "tests/support/pose_matchers.h"

namespace retarget::testing {

// Source and target clips are rounded to float; a chain of ten bones adds ten roundings of 1e-7 rad on each side.
inline constexpr double kPoseLimit_rad = 2e-6;
// Hips heights: a float position a few hips heights from the origin, read and written once.
inline constexpr double kHipsLimit = 2e-6;

absl::StatusOr<Clip> Bake(const Rig& source, const Rig& target, const Clip& clip, const BakeOptions& options = {});
// An empty clip and a test failure where the bake fails.
Clip MustBake(const Rig& source, const Rig& target, const Clip& clip, const BakeOptions& options = {});

// MakeClip(source, motion) baked onto `target`, against `motion` on the target, at all nine keys.
PoseError BakeAgainstTruth(const GeneratedRig& source, const GeneratedRig& target, const AnalyticMotion& motion,
                           const BakeOptions& options = {});

// The target's pose in a bake of `source_clip`, against what the source does by plain forward kinematics, at any time:
// equal deviations of all shared roles from each rig's own reference.
PoseError BakeAgainstSource(const GeneratedRig& source, const Clip& source_clip, const GeneratedRig& target,
                            const Clip& baked, double time_s);

// Fails where `worst` is over the limits; prints it either way.
void ExpectLaw(const std::string& law, const PoseError& worst);

}  // namespace retarget::testing
