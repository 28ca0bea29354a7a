#pragma once
// Whether a channel moves: the measure behind clip tables and the moving-channel audit.

#include "core/clip/clip.h"

namespace retarget {

// Beyond these a person sees motion; below them exporters leave noise (design, section 5).
inline constexpr double kMovingAngleDeg = 1.0;
inline constexpr double kMovingDistance_m = 0.002;
inline constexpr double kMovingScale = 0.01;  // change of a scale factor

// The largest distance from the first key: degrees for a rotation, the path's own unit for the rest (in the bone's
// parent space). Measured at keys and, for CubicSpline, also half way between them.
double LargestChange(const Channel& channel);

// True where LargestChange is over the limit of the channel's path.
bool ChannelMoves(const Channel& channel);

}  // namespace retarget
