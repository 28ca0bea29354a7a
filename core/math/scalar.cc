#include "core/math/scalar.h"

#include <algorithm>
#include <cmath>

namespace retarget {
namespace {

// pi/2 in two parts (Cody and Waite): the first has 33 significant bits, so k * kHalfPiHigh is exact for k < 2^20.
constexpr double kHalfPiHigh = 1.57079632673412561417e+00;
constexpr double kHalfPiLow = 6.07710050650619224932e-11;

// Taylor series about 0, Horner form; on |x| <= pi/4 the first dropped term is below 2e-17.
double SinNearZero(double x) {
  const double s = x * x;
  double p = -1.0 / 1307674368000.0;  // 15!
  p = p * s + 1.0 / 6227020800.0;     // 13!
  p = p * s - 1.0 / 39916800.0;       // 11!
  p = p * s + 1.0 / 362880.0;         // 9!
  p = p * s - 1.0 / 5040.0;           // 7!
  p = p * s + 1.0 / 120.0;            // 5!
  p = p * s - 1.0 / 6.0;              // 3!
  return x + x * (s * p);
}

double CosNearZero(double x) {
  const double s = x * x;
  double p = 1.0 / 20922789888000.0;  // 16!
  p = p * s - 1.0 / 87178291200.0;    // 14!
  p = p * s + 1.0 / 479001600.0;      // 12!
  p = p * s - 1.0 / 3628800.0;        // 10!
  p = p * s + 1.0 / 40320.0;          // 8!
  p = p * s - 1.0 / 720.0;            // 6!
  p = p * s + 1.0 / 24.0;             // 4!
  p = p * s - 0.5;
  return 1.0 + s * p;
}

// sin(x + quarter * pi/2).
double SinQuarter(double x, int quarter) {
  const double k = std::floor(x / (kPi / 2) + 0.5);
  const double r = (x - k * kHalfPiHigh) - k * kHalfPiLow;
  switch ((static_cast<long long>(k) + quarter) & 3) {
    case 0:
      return SinNearZero(r);
    case 1:
      return CosNearZero(r);
    case 2:
      return -SinNearZero(r);
    default:
      return -CosNearZero(r);
  }
}

// atan on [0, 1]. Two half-angle steps, atan(x) = 2 atan(x / (1 + sqrt(1 + x^2))), bring x below tan(pi/16) = 0.199;
// there the alternating series to x^23 is exact to 1e-18.
double AtanUnit(double x) {
  x = x / (1.0 + std::sqrt(1.0 + x * x));
  x = x / (1.0 + std::sqrt(1.0 + x * x));
  const double s = x * x;
  double p = 0.0;
  for (int n = 23; n >= 3; n -= 2) p = s * ((n % 4 == 1 ? 1.0 : -1.0) / n + p);
  return 4.0 * (x + x * p);
}

}  // namespace

double Sin(double x) { return SinQuarter(x, 0); }
double Cos(double x) { return SinQuarter(x, 1); }

double Atan2(double y, double x) {
  const double ax = std::fabs(x), ay = std::fabs(y);
  if (ax == 0 && ay == 0) return 0.0;
  double angle = ay <= ax ? AtanUnit(ay / ax) : kPi / 2 - AtanUnit(ax / ay);
  if (x < 0) angle = kPi - angle;
  return y < 0 ? -angle : angle;
}

double Acos(double x) {
  x = std::clamp(x, -1.0, 1.0);
  return Atan2(std::sqrt((1.0 - x) * (1.0 + x)), x);
}

}  // namespace retarget
