#pragma once
// Trigonometry whose bits do not depend on the C library, the compiler or the CPU: only +, -, *, / and sqrt, which
// IEEE 754 defines exactly. Used wherever a value can reach baked bytes. Absolute error below 1e-15 over the stated
// ranges (tests/core/math/scalar_test.cc measures it against libm).

namespace retarget {

inline constexpr double kPi = 3.14159265358979323846;
inline constexpr double kDegreesPerRadian = 180.0 / kPi;

// |x| <= 1e6. Argument reduction by multiples of pi/2, then Taylor polynomials on [-pi/4, pi/4].
double Sin(double x);
double Cos(double x);
// In (-pi, pi]; Atan2(0, 0) is 0.
double Atan2(double y, double x);
// Input is clamped to [-1, 1].
double Acos(double x);

}  // namespace retarget
