#include <cmath>
#include <random>

#include "core/math/hierarchy.h"
#include "core/math/matrix.h"
#include "core/math/quaternion.h"
#include "core/math/scalar.h"
#include "gtest/gtest.h"

namespace retarget {
namespace {

constexpr double kTiny = 1e-12;  // a few dozen double roundings

Quat RandomRotation(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return Normalized(MakeQuat(normal(random), normal(random), normal(random), normal(random)));
}

Vec3 RandomVector(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  return {normal(random), normal(random), normal(random)};
}

TEST(Quaternion, DegenerateInputNeverGivesNan) {
  const Vec3 zero(0);
  EXPECT_EQ(Normalized(MakeQuat(0, 0, 0, 0)), kIdentityRotation);
  EXPECT_EQ(Normalized(MakeQuat(NAN, 0, 0, 1)), kIdentityRotation);
  EXPECT_EQ(ShortestArc(zero, Vec3(1, 0, 0)), kIdentityRotation);
  EXPECT_EQ(UnitOr(zero, Vec3(0, 1, 0)), Vec3(0, 1, 0));
  EXPECT_EQ(AngleBetween(zero, Vec3(1, 0, 0)), 0.0);
  const SwingTwist half_turn = SplitSwingTwist(MakeQuat(1, 0, 0, 0), Vec3(0, 1, 0));
  EXPECT_EQ(half_turn.twist, kIdentityRotation);
  EXPECT_NEAR(RotationAngle(half_turn.swing), kPi, kTiny);
  EXPECT_TRUE(IsFinite(NearestRotation(Mat4(0.0))));
  EXPECT_EQ(UniformScaleOf(Mat4(0.0)), 0.0);
  bool singular = false;
  AffineInverse(Mat4(0.0), &singular);
  EXPECT_TRUE(singular);
}

TEST(Quaternion, ShortestArcTakesFromToToEvenWhenOpposite) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 1000; ++i) {
    const Vec3 a = UnitOr(RandomVector(random), Vec3(1, 0, 0));
    const Vec3 b = i % 3 == 0 ? -a : UnitOr(RandomVector(random), Vec3(1, 0, 0));
    EXPECT_LT(Length(ShortestArc(a, b) * a - b), 1e-9);
    EXPECT_NEAR(RotationAngle(ShortestArc(a, b)), AngleBetween(a, b), 1e-9);
  }
}

TEST(Quaternion, SwingTimesTwistIsTheRotation) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 1000; ++i) {
    const Quat q = RandomRotation(random);
    const Vec3 axis = UnitOr(RandomVector(random), Vec3(1, 0, 0));
    const SwingTwist parts = SplitSwingTwist(q, axis);
    EXPECT_LT(AngleBetween(parts.swing * parts.twist, q), 1e-9);
    EXPECT_LT(Length(parts.twist * axis - axis), 1e-9);
    EXPECT_NEAR(glm::dot(Vec3(parts.swing.x, parts.swing.y, parts.swing.z), axis), 0.0, 1e-9);
  }
  EXPECT_NEAR(TwistAngle(AxisAngle(Vec3(0, 0, 1), 0.7), Vec3(0, 0, 1)), 0.7, kTiny);
}

TEST(Quaternion, SlerpTurnsAtConstantSpeedAndIgnoresSign) {
  const Quat a = AxisAngle(Vec3(0, 1, 0), 0.2), b = AxisAngle(Vec3(0, 1, 0), 1.4);
  const Quat expected = AxisAngle(Vec3(0, 1, 0), 0.2 + 0.25 * 1.2);
  EXPECT_LT(AngleBetween(Slerp(a, b, 0.25), expected), kTiny);
  EXPECT_LT(AngleBetween(Slerp(a, MakeQuat(-b.x, -b.y, -b.z, -b.w), 0.25), expected), kTiny);
  EXPECT_LT(AngleBetween(Slerp(a, a, 0.5), a), kTiny);
}

TEST(Quaternion, MatrixRoundTrip) {
  std::mt19937_64 random(4);
  for (int i = 0; i < 1000; ++i) {
    const Quat q = RandomRotation(random);
    EXPECT_LT(AngleBetween(QuatFromMatrix(MatrixFromQuat(q)), q), 1e-9);
  }
}

TEST(Matrix, SplitsWhatComposeMade) {
  std::mt19937_64 random(5);
  for (int i = 0; i < 200; ++i) {
    Transform t{RandomVector(random), RandomRotation(random), Vec3(0.01, 2.0, 100.0)};
    if (i % 2) t.scale.x = -t.scale.x;
    double shear = 1;
    const Transform back = TransformFromMatrix(MatrixFromTransform(t), &shear);
    EXPECT_LT(Length(back.translation - t.translation), kTiny);
    EXPECT_LT(Length(back.scale - t.scale), 1e-9);
    EXPECT_LT(AngleBetween(back.rotation, t.rotation), 1e-9);
    EXPECT_LT(shear, 1e-9);
  }
}

TEST(Matrix, NearestRotationIgnoresScaleAndMirroring) {
  std::mt19937_64 random(6);
  for (int i = 0; i < 200; ++i) {
    const Quat q = RandomRotation(random);
    EXPECT_LT(AngleBetween(NearestRotation(MatrixFromTransform({Vec3(1), q, Vec3(100.0)})), q), 1e-9);
    EXPECT_LT(AngleBetween(NearestRotation(MatrixFromTransform({Vec3(1), q, Vec3(-0.01)})), q), 1e-9);
  }
  EXPECT_NEAR(UniformScaleOf(MatrixFromTransform({Vec3(1), kIdentityRotation, Vec3(0.01)})), 0.01, kTiny);
  EXPECT_NEAR(UniformScaleOf(MatrixFromTransform({Vec3(1), kIdentityRotation, Vec3(100)})), 100.0, 1e-9);
}

TEST(Hierarchy, WalksParentsFirstInAnyStoredOrder) {
  const std::vector<int> parents = {2, 0, -1, 2};
  EXPECT_EQ(ParentsFirst(parents), (std::vector<int>{2, 0, 1, 3}));
  EXPECT_FALSE(FindLoop(parents).has_value());
  EXPECT_TRUE(FindLoop(std::vector<int>{1, 2, 0}).has_value());
  const Quat turn = AxisAngle(Vec3(0, 0, 1), kPi / 2);
  const std::vector<Transform> locals = {{Vec3(1, 0, 0)}, {Vec3(1, 0, 0)}, {Vec3(0, 1, 0), turn, Vec3(2)}, {}};
  const auto globals = ComputeGlobals(parents, ParentsFirst(parents), locals);
  EXPECT_LT(Length(TranslationOf(globals[1]) - Vec3(0, 5, 0)), kTiny);
  EXPECT_NEAR(ComputeBoneLengths(parents, globals)[1], 2.0, kTiny);
}

}  // namespace
}  // namespace retarget
