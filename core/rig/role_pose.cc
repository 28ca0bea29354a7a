#include "core/rig/role_pose.h"

#include <charconv>
#include <cmath>
#include <vector>

#include "core/base/cat.h"
#include "core/base/text.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"

namespace retarget {
namespace {

// A quaternion further from norm 1 than rounding to a few digits leaves it is a typing error.
constexpr double kUnitTolerance = 0.01;
constexpr size_t kMostNumbers = 4;
// With Y this near to +-90 degrees (radians) X and Z turn about one axis: X takes it all.
constexpr double kGimbalLock = 1e-8;

absl::Status Expected(std::string_view text) {
  return absl::InvalidArgumentError(Cat(Quoted(text), ": expected three numbers, degrees about X, Y and Z, each from -",
                                        kMostPoseDeg, " to ", kMostPoseDeg, ", or a unit quaternion x, y, z, w"));
}

// The numbers of `text`, separated by blanks or commas; more than kMostNumbers or none where it holds anything else.
std::vector<double> Numbers(std::string_view text) {
  std::vector<double> numbers;
  const char* at = text.data();
  const char* const end = at + text.size();
  while (numbers.size() <= kMostNumbers) {
    while (at != end && (*at == ' ' || *at == ',' || *at == '\t')) ++at;
    if (at == end) return numbers;
    double value = 0;
    const auto [next, error] = std::from_chars(at, end, value);
    if (error != std::errc() || !std::isfinite(value)) return {};
    numbers.push_back(value);
    at = next;
  }
  return numbers;
}

}  // namespace

Quat TurnOf(const RolePose& pose) {
  const Vec3 turn = pose.turn_deg / kDegreesPerRadian;
  return Normalized(AxisAngle(Vec3(0, 0, 1), turn.z) * AxisAngle(Vec3(0, 1, 0), turn.y) *
                    AxisAngle(Vec3(1, 0, 0), turn.x));
}

absl::StatusOr<Vec3> ParseTurn(std::string_view text) {
  const std::vector<double> n = Numbers(text);
  if (n.size() == 4) {
    const double norm = std::sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2] + n[3] * n[3]);
    if (std::fabs(norm - 1.0) > kUnitTolerance) return Expected(text);
    return TurnDegrees(Normalized(MakeQuat(n[0], n[1], n[2], n[3])));
  }
  if (n.size() != 3) return Expected(text);
  for (double value : n) {
    if (std::fabs(value) > kMostPoseDeg) return Expected(text);
  }
  return Vec3(n[0], n[1], n[2]);
}

Vec3 TurnDegrees(const Quat& q) {
  const double sine = 2.0 * (q.w * q.y - q.z * q.x);
  const double cosine = std::sqrt(std::fmax(0.0, 1.0 - sine * sine));
  if (cosine < kGimbalLock) return Vec3(2.0 * Atan2(q.x, q.w), sine > 0 ? kPi / 2 : -kPi / 2, 0) * kDegreesPerRadian;
  const double x = Atan2(2.0 * (q.w * q.x + q.y * q.z), 1.0 - 2.0 * (q.x * q.x + q.y * q.y));
  const double z = Atan2(2.0 * (q.w * q.z + q.x * q.y), 1.0 - 2.0 * (q.y * q.y + q.z * q.z));
  return Vec3(x, Atan2(sine, cosine), z) * kDegreesPerRadian;
}

}  // namespace retarget
