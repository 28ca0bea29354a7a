#include "core/clip/evaluate.h"

#include <algorithm>

#include "core/math/quaternion.h"

namespace retarget {
namespace {

// The keys around a time, and where between them it is.
struct Segment {
  size_t key = 0;     // the key at or before the time
  bool held = true;   // on or outside a key that is used as it stands: no interpolation
  double u = 0.0;     // 0 at `key`, 1 at the next
  double span_s = 0;  // seconds between the two keys
};

bool Covers(const std::vector<float>& times, size_t key, double time_s) {
  return times[key] <= time_s && time_s < times[key + 1];
}

// Needs times.front() < time_s < times.back().
size_t FindKey(const std::vector<float>& times, double time_s, KeyCursor& cursor) {
  const size_t last_start = times.size() - 2;
  const size_t guess = std::min(cursor.key, last_start);
  if (Covers(times, guess, time_s)) return guess;
  if (guess < last_start && Covers(times, guess + 1, time_s)) return guess + 1;
  return std::upper_bound(times.begin(), times.end(), time_s) - times.begin() - 1;
}

Segment Locate(const Channel& channel, double time_s, KeyCursor& cursor) {
  const std::vector<float>& times = channel.times;
  Segment segment;
  if (!(time_s > times.front())) return segment;  // also takes a time that is not a number
  if (time_s >= times.back()) {
    segment.key = times.size() - 1;
    return segment;
  }
  segment.key = cursor.key = FindKey(times, time_s, cursor);
  if (channel.interpolation == Interpolation::kStep) return segment;
  const double start_s = times[segment.key];
  segment.span_s = times[segment.key + 1] - start_s;
  segment.u = (time_s - start_s) / segment.span_s;
  segment.held = time_s == start_s;
  return segment;
}

// One component of a channel's keys.
class Component {
 public:
  Component(const Channel& channel, int index) : channel_(channel), index_(index) {}
  double Value(size_t key) const { return At(key, channel_.interpolation == Interpolation::kCubicSpline ? 1 : 0); }

  double Linear(const Segment& s) const {
    const double a = Value(s.key), b = Value(s.key + 1);
    return a + (b - a) * s.u;
  }

  // glTF 2.0, appendix C.5.
  double Cubic(const Segment& s) const {
    const double u = s.u, u2 = u * u, u3 = u2 * u;
    return (2 * u3 - 3 * u2 + 1) * Value(s.key) + s.span_s * (u3 - 2 * u2 + u) * At(s.key, 2) +
           (-2 * u3 + 3 * u2) * Value(s.key + 1) + s.span_s * (u3 - u2) * At(s.key + 1, 0);
  }

 private:
  // part: 0 in-tangent, 1 value, 2 out-tangent of a cubic key; 0 the value of any other.
  double At(size_t key, int part) const {
    return channel_.values[key * channel_.Stride() + part * ComponentsOf(channel_.path) + index_];
  }
  const Channel& channel_;
  int index_;
};

Quat RotationKey(const Channel& channel, size_t key) {
  return Normalized(MakeQuat(Component(channel, 0).Value(key), Component(channel, 1).Value(key),
                             Component(channel, 2).Value(key), Component(channel, 3).Value(key)));
}

}  // namespace

Vec3 EvaluateVec3(const Channel& channel, double time_s, KeyCursor& cursor) {
  const Segment segment = Locate(channel, time_s, cursor);
  const bool cubic = channel.interpolation == Interpolation::kCubicSpline;
  Vec3 out(0.0);
  for (int i = 0; i < 3; ++i) {
    const Component component(channel, i);
    out[i] =
        segment.held ? component.Value(segment.key) : (cubic ? component.Cubic(segment) : component.Linear(segment));
  }
  return out;
}

Quat EvaluateRotation(const Channel& channel, double time_s, KeyCursor& cursor) {
  const Segment segment = Locate(channel, time_s, cursor);
  if (segment.held) return RotationKey(channel, segment.key);
  if (channel.interpolation == Interpolation::kLinear) {
    return Slerp(RotationKey(channel, segment.key), RotationKey(channel, segment.key + 1), segment.u);
  }
  return Normalized(MakeQuat(Component(channel, 0).Cubic(segment), Component(channel, 1).Cubic(segment),
                             Component(channel, 2).Cubic(segment), Component(channel, 3).Cubic(segment)));
}

}  // namespace retarget
