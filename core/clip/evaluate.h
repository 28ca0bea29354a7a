#pragma once
// The value of one channel at one time, in double precision.

#include "core/clip/clip.h"
#include "core/math/types.h"

namespace retarget {

// A cursor makes sequential access O(1); random access falls back to binary search. One per channel and caller.
struct KeyCursor {
  size_t key = 0;
};

// Both need a channel that passed ValidateClip.
//
// Value of a translation or scale channel. Clamped to the first and last key. CubicSpline: glTF 2.0 appendix C
// (tangents scaled by the key spacing).
Vec3 EvaluateVec3(const Channel& channel, double time_s, KeyCursor& cursor);
// Value of a rotation channel, unit; Linear is shortest-arc slerp, CubicSpline is normalised.
Quat EvaluateRotation(const Channel& channel, double time_s, KeyCursor& cursor);

}  // namespace retarget
