#include "core/retarget/moving_channels.h"

#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"

namespace retarget {
namespace {

// The value floats of key `k`, tangents skipped.
const float* ValueOf(const Channel& channel, size_t k) {
  const bool cubic = channel.interpolation == Interpolation::kCubicSpline;
  return channel.values.data() + k * channel.Stride() + (cubic ? ComponentsOf(channel.path) : 0);
}

Quat RotationAt(const Channel& channel, size_t k) {
  const float* v = ValueOf(channel, k);
  return Normalized(MakeQuat(v[0], v[1], v[2], v[3]));
}

Vec3 VectorAt(const Channel& channel, size_t k) {
  const float* v = ValueOf(channel, k);
  return {v[0], v[1], v[2]};
}

}  // namespace

bool ChannelMoves(const Channel& channel, const Rig& rig, int bone, double share) {
  const int parent = rig.parents()[bone];
  const double scale = parent < 0 ? 1.0 : UniformScaleOf(rig.rest_world()[parent]);
  for (size_t k = 1; k < channel.times.size(); ++k) {
    if (channel.path == Path::kRotation) {
      if (AngleBetween(RotationAt(channel, 0), RotationAt(channel, k)) * kDegreesPerRadian > share * kMovesDeg)
        return true;
      continue;
    }
    const double distance = Length(VectorAt(channel, k) - VectorAt(channel, 0));
    if (channel.path == Path::kScale ? distance > share * kMovesScale : distance * scale > share * kMovesMetres)
      return true;
  }
  return false;
}

}  // namespace retarget
