#pragma once
// 4x4 affine matrices: composing and splitting transforms.

#include "core/math/types.h"

namespace retarget {

Mat4 MatrixFromTransform(const Transform& t);

// Splits `m` into T * R * S. Shear is not representable and is dropped; a negative determinant becomes a negative X
// scale. `shear` (optional) receives the largest |cosine| between the normalised columns: 0 for a matrix without shear.
// An axis of zero length keeps scale 0 and gets a direction that completes the rotation.
Transform TransformFromMatrix(const Mat4& m, double* shear = nullptr);

// The rotation nearest to the linear part (polar factor; Higham's Newton iteration, 1986). A mirrored matrix is negated
// first; a singular one falls back to orthogonalised columns.
Quat NearestRotation(const Mat4& m);

Vec3 TranslationOf(const Mat4& m);
Vec3 TransformPoint(const Mat4& m, const Vec3& p);
// Cube root of |determinant|: the uniform scale of a similarity. Newton iteration, bits independent of libm.
double UniformScaleOf(const Mat4& m);
// Inverse of an affine matrix. Where the linear part is singular (|det| < 1e-300) the result is the identity and
// `*singular` (optional) is set.
Mat4 AffineInverse(const Mat4& m, bool* singular = nullptr);
bool IsFinite(const Mat4& m);
bool IsFinite(const Vec3& v);
bool IsFinite(const Quat& q);

}  // namespace retarget
