#include "core/clip/channel_motion.h"

#include <algorithm>

#include "core/clip/evaluate.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"

namespace retarget {
namespace {

double ChangeAt(const Channel& channel, double time_s, KeyCursor& cursor) {
  KeyCursor first;
  const double start_s = channel.times.front();
  if (channel.path == Path::kRotation) {
    return kDegreesPerRadian *
           AngleBetween(EvaluateRotation(channel, start_s, first), EvaluateRotation(channel, time_s, cursor));
  }
  return Length(EvaluateVec3(channel, time_s, cursor) - EvaluateVec3(channel, start_s, first));
}

}  // namespace

double LargestChange(const Channel& channel) {
  double largest = 0;
  KeyCursor cursor;
  for (size_t key = 0; key < channel.times.size(); ++key) {
    if (key > 0 && channel.interpolation == Interpolation::kCubicSpline) {
      const double middle_s = 0.5 * (double{channel.times[key - 1]} + channel.times[key]);
      largest = std::max(largest, ChangeAt(channel, middle_s, cursor));
    }
    largest = std::max(largest, ChangeAt(channel, channel.times[key], cursor));
  }
  return largest;
}

bool ChannelMoves(const Channel& channel) {
  constexpr double kLimits[] = {kMovingDistance_m, kMovingAngleDeg, kMovingScale};  // by Path
  return LargestChange(channel) > kLimits[static_cast<int>(channel.path)];
}

}  // namespace retarget
