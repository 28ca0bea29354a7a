#pragma once
// Seeded random numbers whose values do not depend on the C++ library.

#include <cstdint>

#include "core/math/quaternion.h"

namespace retarget {

// SplitMix64 (Steele, Lea, Flood 2014). One object per stream; not thread-safe.
class Random {
 public:
  explicit Random(uint64_t seed) : state_(seed) {}

  uint64_t Bits() {
    uint64_t z = (state_ += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
  }
  // In [low, high).
  double Uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(Bits() >> 11) / 9007199254740992.0);  // 2^53
  }
  // In [0, count).
  int Below(int count) { return static_cast<int>(Bits() % static_cast<uint64_t>(count)); }
  bool Coin() { return (Bits() & 1) != 0; }
  Vec3 UnitVector() {
    const double x = Uniform(-1, 1), y = Uniform(-1, 1), z = Uniform(-1, 1);
    return UnitOr(Vec3(x, y, z), Vec3(1, 0, 0));
  }
  // A turn of at most `most_rad` about any axis.
  Quat Turn(double most_rad) {
    const Vec3 axis = UnitVector();
    return AxisAngle(axis, Uniform(-most_rad, most_rad));
  }

 private:
  uint64_t state_;
};

}  // namespace retarget
