#pragma once
// Vector and quaternion helpers with defined answers for degenerate input: no function here returns NaN for finite
// input. Every function is pure; `a * b` applies b first.

#include "core/math/types.h"

namespace retarget {

// Vectors shorter than this (metres) have no direction. Far below any bone, far above rounding.
inline constexpr double kTinyLength = 1e-12;

double Length(const Vec3& v);
// `v` with length 1, or `fallback` when `v` is shorter than kTinyLength.
Vec3 UnitOr(const Vec3& v, const Vec3& fallback);
// A unit vector at right angles to unit `v`.
Vec3 AnyPerpendicular(const Vec3& v);
// Angle between two vectors in [0, pi], accurate near 0 and pi; 0 when either has no direction.
double AngleBetween(const Vec3& a, const Vec3& b);

// `q` with norm 1; the identity when its norm is below 1e-12 or not finite.
Quat Normalized(const Quat& q);
// The one of q and -q that has w >= 0 (and, where w is 0, the first non-zero of x, y, z positive).
Quat Canonical(const Quat& q);
// The one of q and -q on the same hemisphere as `reference`.
Quat NearestSign(const Quat& q, const Quat& reference);
// Rotation angle of a unit quaternion in [0, pi]; q and -q agree.
double RotationAngle(const Quat& q);
// Angle of the rotation that takes a to b, in [0, pi].
double AngleBetween(const Quat& a, const Quat& b);
Quat AxisAngle(const Vec3& unit_axis, double angle_rad);

// The rotation by the smallest angle that takes direction `from` to direction `to`. Opposite directions turn by pi
// about an axis that depends only on `from`; a vector without direction gives the identity.
Quat ShortestArc(const Vec3& from, const Vec3& to);

// q = swing * twist, twist about `unit_axis`. Where q is a half turn at right angles to the axis, twist is the
// identity.
struct SwingTwist {
  Quat swing;
  Quat twist;
};
SwingTwist SplitSwingTwist(const Quat& q, const Vec3& unit_axis);
// Angle of the twist part about `unit_axis`, in (-pi, pi].
double TwistAngle(const Quat& q, const Vec3& unit_axis);

// Shortest-arc spherical interpolation; u in [0, 1]. q and -q give the same rotation.
Quat Slerp(const Quat& a, const Quat& b, double u);

// Rotation matrix (columns are the images of X, Y, Z) to unit quaternion (Shepperd: largest component first).
Quat QuatFromMatrix(const Mat3& rotation);
Mat3 MatrixFromQuat(const Quat& unit);

}  // namespace retarget
