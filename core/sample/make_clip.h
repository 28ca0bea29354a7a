#pragma once
// The exact pose of a generated rig in an analytic motion, and clips made of such poses.
//
// The truth a retargeter is held against: baking MakeClip(source, motion) onto `target` must give MakeClip(target,
// motion), whatever the two styles are.

#include <string>
#include <vector>

#include "absl/types/span.h"
#include "core/clip/clip.h"
#include "core/sample/generated_rig.h"
#include "core/sample/motion.h"

namespace retarget {

// What a deviation of feet and toes is relative to; all other bones deviate from the canonical pose.
enum class FeetFrom { kBind, kCanonical };

// World orientation of every bone at `time_s`: world_from_character * deviation * reference. Bones without a motion
// role keep their bind orientation relative to their parent.
std::vector<Quat> AnalyticRotations(const GeneratedRig& rig, const AnalyticMotion& motion, double time_s,
                                    FeetFrom feet = FeetFrom::kBind);
// World position of the hips.
Vec3 AnalyticHips(const GeneratedRig& rig, const AnalyticMotion& motion, double time_s);

// `count` times from 0 to `end_s`, evenly spaced; count >= 2.
std::vector<float> EvenTimes(double end_s, int count);

// Linear rotation keys of every body bone and translation keys of the hips, exact at `times` (increasing, from 0 on).
// Values are rounded to float; signs are continuous from key to key.
Clip MakeClip(const GeneratedRig& rig, const AnalyticMotion& motion, const std::string& name,
              absl::Span<const float> times, FeetFrom feet = FeetFrom::kBind);

}  // namespace retarget
