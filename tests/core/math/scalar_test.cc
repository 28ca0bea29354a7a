#include "core/math/scalar.h"

#include <cmath>
#include <random>

#include "gtest/gtest.h"

namespace retarget {
namespace {

// libm is correct to about 1 ulp; ours may be a few off.
constexpr double kTolerance = 1e-15;

TEST(Scalar, AgreesWithLibm) {
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> wide(-50.0, 50.0), unit(-1.0, 1.0);
  double worst = 0;
  for (int i = 0; i < 100000; ++i) {
    const double x = wide(random), a = unit(random), b = unit(random);
    worst = std::max(worst, std::fabs(Sin(x) - std::sin(x)));
    worst = std::max(worst, std::fabs(Cos(x) - std::cos(x)));
    worst = std::max(worst, std::fabs(Atan2(a, b) - std::atan2(a, b)) / 4);
    worst = std::max(worst, std::fabs(Acos(a) - std::acos(a)) / 4);
  }
  EXPECT_LT(worst, kTolerance);
}

TEST(Scalar, HasDefinedEnds) {
  EXPECT_EQ(Atan2(0, 0), 0.0);
  EXPECT_EQ(Acos(2.0), 0.0);
  EXPECT_DOUBLE_EQ(Acos(-2.0), kPi);
  EXPECT_DOUBLE_EQ(Atan2(0.0, -1.0), kPi);
  EXPECT_EQ(Sin(0.0), 0.0);
  EXPECT_EQ(Cos(0.0), 1.0);
}

}  // namespace
}  // namespace retarget
