#include "core/math/quaternion.h"

#include <algorithm>
#include <cmath>

#include "core/math/scalar.h"

namespace retarget {
namespace {

constexpr double kTinyNorm = 1e-12;
// Below this sine slerp's weights lose their digits and a straight line is exact to 1e-18.
constexpr double kSmallSine = 1e-6;

double Dot(const Quat& a, const Quat& b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
Quat Negated(const Quat& q) { return MakeQuat(-q.x, -q.y, -q.z, -q.w); }
Vec3 VectorPart(const Quat& q) { return {q.x, q.y, q.z}; }

}  // namespace

double Length(const Vec3& v) { return std::sqrt(v.x * v.x + v.y * v.y + v.z * v.z); }

Vec3 UnitOr(const Vec3& v, const Vec3& fallback) {
  const double length = Length(v);
  return length > kTinyLength && std::isfinite(length) ? v / length : fallback;
}

Vec3 AnyPerpendicular(const Vec3& v) {
  const double x = std::fabs(v.x), y = std::fabs(v.y), z = std::fabs(v.z);
  const Vec3 least = x <= y && x <= z ? Vec3(1, 0, 0) : (y <= z ? Vec3(0, 1, 0) : Vec3(0, 0, 1));
  return UnitOr(glm::cross(v, least), Vec3(1, 0, 0));
}

double AngleBetween(const Vec3& a, const Vec3& b) {
  const Vec3 u = UnitOr(a, Vec3(0)), v = UnitOr(b, Vec3(0));
  if (u == Vec3(0) || v == Vec3(0)) return 0.0;
  return 2.0 * Atan2(Length(u - v), Length(u + v));  // Kahan: exact at both ends, unlike acos of the dot product
}

Quat Normalized(const Quat& q) {
  const double norm = std::sqrt(Dot(q, q));
  if (!(norm > kTinyNorm) || !std::isfinite(norm)) return kIdentityRotation;
  return MakeQuat(q.x / norm, q.y / norm, q.z / norm, q.w / norm);
}

Quat Canonical(const Quat& q) {
  for (double component : {q.w, q.x, q.y, q.z}) {
    if (component > 0) return q;
    if (component < 0) return Negated(q);
  }
  return q;
}

Quat NearestSign(const Quat& q, const Quat& reference) { return Dot(q, reference) < 0 ? Negated(q) : q; }

double RotationAngle(const Quat& q) { return 2.0 * Atan2(Length(VectorPart(q)), std::fabs(q.w)); }

double AngleBetween(const Quat& a, const Quat& b) { return RotationAngle(glm::conjugate(a) * b); }

Quat AxisAngle(const Vec3& unit_axis, double angle_rad) {
  const double s = Sin(angle_rad / 2);
  return MakeQuat(unit_axis.x * s, unit_axis.y * s, unit_axis.z * s, Cos(angle_rad / 2));
}

Quat ShortestArc(const Vec3& from, const Vec3& to) {
  const Vec3 a = UnitOr(from, Vec3(0)), b = UnitOr(to, Vec3(0));
  if (a == Vec3(0) || b == Vec3(0)) return kIdentityRotation;
  // The half-way vector keeps its digits where 1 + dot(a, b) has none left.
  const Vec3 half = a + b;
  if (Length(half) < 1e-9) {
    const Vec3 axis = AnyPerpendicular(a);
    return MakeQuat(axis.x, axis.y, axis.z, 0.0);
  }
  const Vec3 h = UnitOr(half, a);
  const Vec3 v = glm::cross(a, h);
  return Normalized(MakeQuat(v.x, v.y, v.z, glm::dot(a, h)));
}

SwingTwist SplitSwingTwist(const Quat& q, const Vec3& unit_axis) {
  const double along = glm::dot(VectorPart(q), unit_axis);
  const Quat twist = Normalized(MakeQuat(unit_axis.x * along, unit_axis.y * along, unit_axis.z * along, q.w));
  return {Normalized(q * glm::conjugate(twist)), twist};
}

double TwistAngle(const Quat& q, const Vec3& unit_axis) {
  const Quat twist = Canonical(SplitSwingTwist(q, unit_axis).twist);
  return 2.0 * Atan2(glm::dot(VectorPart(twist), unit_axis), twist.w);
}

Quat Slerp(const Quat& a, const Quat& b_any, double u) {
  const Quat b = NearestSign(b_any, a);
  const double cosine = std::clamp(Dot(a, b), 0.0, 1.0);
  const double angle = Acos(cosine);
  const double sine = Sin(angle);
  double wa = 1.0 - u, wb = u;
  if (sine > kSmallSine) {
    wa = Sin((1.0 - u) * angle) / sine;
    wb = Sin(u * angle) / sine;
  }
  return Normalized(MakeQuat(wa * a.x + wb * b.x, wa * a.y + wb * b.y, wa * a.z + wb * b.z, wa * a.w + wb * b.w));
}

Quat QuatFromMatrix(const Mat3& m) {
  const double xx = m[0][0], yy = m[1][1], zz = m[2][2];
  const double candidates[4] = {1 + xx - yy - zz, 1 - xx + yy - zz, 1 - xx - yy + zz, 1 + xx + yy + zz};
  const int k = static_cast<int>(std::max_element(candidates, candidates + 4) - candidates);
  const double t = candidates[k];
  const double a = m[1][2] - m[2][1], b = m[2][0] - m[0][2], c = m[0][1] - m[1][0];
  const double xy = m[1][0] + m[0][1], xz = m[2][0] + m[0][2], yz = m[2][1] + m[1][2];
  switch (k) {
    case 0:
      return Normalized(MakeQuat(t, xy, xz, a));
    case 1:
      return Normalized(MakeQuat(xy, t, yz, b));
    case 2:
      return Normalized(MakeQuat(xz, yz, t, c));
    default:
      return Normalized(MakeQuat(a, b, c, t));
  }
}

Mat3 MatrixFromQuat(const Quat& q) {
  const double x = q.x, y = q.y, z = q.z, w = q.w;
  Mat3 m;
  m[0] = Vec3(1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w));
  m[1] = Vec3(2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w));
  m[2] = Vec3(2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y));
  return m;
}

}  // namespace retarget
