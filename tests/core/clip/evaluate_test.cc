#include "core/clip/evaluate.h"

#include <cmath>
#include <random>

#include "core/math/quaternion.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace retarget {
namespace {

constexpr double kTiny = 1e-12;  // a few dozen double roundings
constexpr double kFloat = 1e-7;  // one rounding to float of a number near 1

Vec3 Vec3At(const Channel& channel, double time_s) {
  KeyCursor cursor;
  return EvaluateVec3(channel, time_s, cursor);
}

Quat RotationAt(const Channel& channel, double time_s) {
  KeyCursor cursor;
  return EvaluateRotation(channel, time_s, cursor);
}

Channel Travel(Interpolation mode) {
  return {0, Path::kTranslation, mode, {1.0f, 2.0f, 4.0f}, {0, 0, 0, 1, 10, 0, 2, 0, 0}};
}

TEST(Evaluate, LinearGoesStraightAndClamps) {
  const Channel channel = Travel(Interpolation::kLinear);
  EXPECT_EQ(Vec3At(channel, 1.5), Vec3(0.5, 5, 0));
  EXPECT_EQ(Vec3At(channel, 3.5), Vec3(1.75, 2.5, 0));
  EXPECT_EQ(Vec3At(channel, 2.0), Vec3(1, 10, 0));
  EXPECT_EQ(Vec3At(channel, 0.0), Vec3(0, 0, 0));
  EXPECT_EQ(Vec3At(channel, 9.0), Vec3(2, 0, 0));
  EXPECT_EQ(Vec3At(channel, NAN), Vec3(0, 0, 0));
}

TEST(Evaluate, StepHoldsTheKeyUntilTheNext) {
  const Channel channel = Travel(Interpolation::kStep);
  EXPECT_EQ(Vec3At(channel, 1.999), Vec3(0, 0, 0));
  EXPECT_EQ(Vec3At(channel, 2.0), Vec3(1, 10, 0));
  EXPECT_EQ(Vec3At(channel, 3.999), Vec3(1, 10, 0));
  EXPECT_EQ(Vec3At(channel, 4.0), Vec3(2, 0, 0));
}

TEST(Evaluate, CubicScalesTangentsByTheKeySpacing) {
  // From 0 to 1 in two seconds, leaving at 1 m/s and arriving at 0 m/s (x); a pure value curve (y); constant (z).
  Channel channel{0, Path::kScale, Interpolation::kCubicSpline, {1.0f, 3.0f}, {}};
  channel.values = {9, 9, 9, 0, 0, 5, 1, 0, 0,  // the first in-tangent has no meaning
                    0, 0, 0, 1, 1, 5, 9, 9, 9};
  // Half way: 0.5 p0 + span/8 m0 + 0.5 p1 - span/8 m1.
  EXPECT_EQ(Vec3At(channel, 2.0), Vec3(0.5 + 2.0 / 8, 0.5, 5));
  EXPECT_EQ(Vec3At(channel, 1.0), Vec3(0, 0, 5));
  EXPECT_EQ(Vec3At(channel, 3.0), Vec3(1, 1, 5));
  // A quarter of the way: h00 = 27/32, h10 = 9/64, h01 = 5/32.
  EXPECT_NEAR(Vec3At(channel, 1.5).x, 2.0 * 9 / 64 + 5.0 / 32, kTiny);
}

TEST(Evaluate, LinearRotationIsSlerpAlongTheShortArc) {
  const Quat a = AxisAngle(Vec3(0, 1, 0), 0.2), b = AxisAngle(Vec3(0, 1, 0), 1.4);
  Channel channel{0, Path::kRotation, Interpolation::kLinear, {0.0f, 1.0f}, {}};
  for (const Quat& q : {a, MakeQuat(-b.x, -b.y, -b.z, -b.w)}) {
    for (double v : {q.x, q.y, q.z, q.w}) channel.values.push_back(static_cast<float>(v));
  }
  EXPECT_LT(AngleBetween(RotationAt(channel, 0.25), AxisAngle(Vec3(0, 1, 0), 0.2 + 0.25 * 1.2)), kFloat);
  EXPECT_LT(AngleBetween(RotationAt(channel, 0.0), a), kFloat);
  EXPECT_LT(AngleBetween(RotationAt(channel, 1.0), b), kFloat);
}

TEST(Evaluate, RotationsAreUnitWhateverTheKeysAre) {
  Channel channel{0, Path::kRotation, Interpolation::kCubicSpline, {0.0f, 1.0f}, {}};
  channel.values = {0, 0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0,  //
                    0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0};
  for (double t : {0.0, 0.3, 0.5, 1.0}) EXPECT_NEAR(glm::length(RotationAt(channel, t)), 1.0, kTiny);
  // Half way: x = 1/8, y = 1 - 1/8, w = 1.5, then normalised.
  const Quat half = Normalized(MakeQuat(0.125, 0.875, 0, 1.5));
  EXPECT_LT(AngleBetween(RotationAt(channel, 0.5), half), kTiny);
}

TEST(Evaluate, CursorChangesNothingButSpeed) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> step(0.01f, 1.0f);
  Channel channel{0, Path::kTranslation, Interpolation::kLinear, {}, {}};
  for (float time = 0; channel.times.size() < 200; time += step(random)) {
    channel.times.push_back(time);
    for (int i = 0; i < 3; ++i) channel.values.push_back(step(random));
  }
  KeyCursor forward, jumping{100000};
  std::uniform_real_distribution<double> anywhere(-1.0, channel.times.back() + 1.0);
  for (int i = 0; i < 2000; ++i) {
    const double in_order = channel.times.back() * i / 2000.0, random_time = anywhere(random);
    EXPECT_EQ(EvaluateVec3(channel, in_order, forward), Vec3At(channel, in_order));
    EXPECT_EQ(EvaluateVec3(channel, random_time, jumping), Vec3At(channel, random_time));
  }
}

}  // namespace
}  // namespace retarget
