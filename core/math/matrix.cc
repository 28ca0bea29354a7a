#include "core/math/matrix.h"

#include <algorithm>
#include <cmath>
#include <glm/gtc/matrix_inverse.hpp>

#include "core/math/quaternion.h"

namespace retarget {
namespace {

constexpr double kSingular = 1e-300;

Mat3 Linear(const Mat4& m) { return Mat3(m); }

// Gram-Schmidt; axes without length are completed to a right-handed frame.
Mat3 Orthonormal(const Mat3& m) {
  Vec3 x = UnitOr(m[0], Vec3(0));
  if (x == Vec3(0))
    x = UnitOr(glm::cross(m[1], m[2]),
               UnitOr(m[1], Vec3(0)) == Vec3(0) ? Vec3(1, 0, 0) : AnyPerpendicular(UnitOr(m[1], Vec3(1, 0, 0))));
  Vec3 y = UnitOr(m[1] - x * glm::dot(x, m[1]), Vec3(0));
  if (y == Vec3(0)) y = UnitOr(glm::cross(m[2], x), AnyPerpendicular(x));
  return Mat3(x, y, glm::cross(x, y));
}

double FrobeniusNorm(const Mat3& m) {
  double sum = 0;
  for (int c = 0; c < 3; ++c) sum += glm::dot(m[c], m[c]);
  return std::sqrt(sum);
}

}  // namespace

Mat4 MatrixFromTransform(const Transform& t) {
  const Mat3 r = MatrixFromQuat(t.rotation);
  Mat4 m(1.0);
  for (int c = 0; c < 3; ++c) m[c] = glm::dvec4(r[c] * t.scale[c], 0.0);
  m[3] = glm::dvec4(t.translation, 1.0);
  return m;
}

Transform TransformFromMatrix(const Mat4& m, double* shear) {
  const Mat3 a = Linear(m);
  Transform t;
  t.translation = TranslationOf(m);
  t.scale = Vec3(Length(a[0]), Length(a[1]), Length(a[2]));
  if (glm::determinant(a) < 0) t.scale.x = -t.scale.x;
  Mat3 unit;
  for (int c = 0; c < 3; ++c) unit[c] = t.scale[c] != 0 ? a[c] / t.scale[c] : Vec3(0);
  if (shear != nullptr) {
    *shear = std::max({std::fabs(glm::dot(unit[0], unit[1])), std::fabs(glm::dot(unit[0], unit[2])),
                       std::fabs(glm::dot(unit[1], unit[2]))});
  }
  t.rotation = NearestRotation(Mat4(unit));
  return t;
}

Quat NearestRotation(const Mat4& m) {
  Mat3 a = Linear(m);
  const double det = glm::determinant(a);
  if (det < 0) a = Mat3(-a[0], -a[1], -a[2]);
  const double size = FrobeniusNorm(a);
  if (!(std::fabs(det) > 1e-12 * size * size * size)) return QuatFromMatrix(Orthonormal(a));
  a = a / size;
  for (int i = 0; i < 40; ++i) {
    const Mat3 inverse_transpose = glm::inverseTranspose(a);
    // The scaling makes the first steps quadratic as well.
    const double g = std::sqrt(FrobeniusNorm(inverse_transpose) / FrobeniusNorm(a));
    const Mat3 next = (a * g + inverse_transpose / g) * 0.5;
    const double change = FrobeniusNorm(next - a);
    a = next;
    if (change < 1e-15) break;
  }
  return QuatFromMatrix(a);
}

Vec3 TranslationOf(const Mat4& m) { return Vec3(m[3]); }

Vec3 TransformPoint(const Mat4& m, const Vec3& p) { return Vec3(m * glm::dvec4(p, 1.0)); }

double UniformScaleOf(const Mat4& m) {
  const double volume = std::fabs(glm::determinant(Linear(m)));
  if (!(volume > kSingular)) return 0.0;
  double root = std::max(1.0, volume);
  for (int i = 0; i < 2000; ++i) {
    const double next = (2.0 * root + volume / (root * root)) / 3.0;
    if (!(next < root)) break;
    root = next;
  }
  return root;
}

Mat4 AffineInverse(const Mat4& m, bool* singular) {
  const bool bad = !(std::fabs(glm::determinant(Linear(m))) > kSingular);
  if (singular != nullptr) *singular = bad;
  if (bad) return Mat4(1.0);
  const Mat3 inverse = glm::inverse(Linear(m));
  Mat4 out(inverse);
  out[3] = glm::dvec4(-(inverse * TranslationOf(m)), 1.0);
  return out;
}

bool IsFinite(const Vec3& v) { return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z); }

bool IsFinite(const Quat& q) { return IsFinite(Vec3(q.x, q.y, q.z)) && std::isfinite(q.w); }

bool IsFinite(const Mat4& m) {
  for (int c = 0; c < 4; ++c) {
    for (int r = 0; r < 4; ++r) {
      if (!std::isfinite(m[c][r])) return false;
    }
  }
  return true;
}

}  // namespace retarget
