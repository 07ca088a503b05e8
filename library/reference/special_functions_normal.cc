// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Inverses of the error function and of the normal distribution: an estimate, improved by Halley's
// iteration, each step of which triples the number of correct digits.

#include <cmath>
#include <limits>

#include "reference/special_functions.h"

namespace pluggable::formula {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kSqrtPi = 1.77245385090551603;
constexpr double kSqrt2 = 1.41421356237309505;

// One step of Halley's iteration for a function with the value `excess` at y and the derivative of
// the error function.
double Improved(double y, double excess) {
  const double step = excess * (kSqrtPi / 2) * std::exp(y * y);
  return y - step / (1 + y * step);
}

// erfinv for x between 0 and 1/2.
double InverseNearZero(double x) {
  const double square = x * x;
  // The first terms of the Taylor series.
  const double pi_square = square * (kSqrtPi * kSqrtPi);
  double y = kSqrtPi / 2 * x * (1 + pi_square * (1.0 / 12 + pi_square * (7.0 / 480)));
  for (int step = 0; step < 2; ++step) y = Improved(y, std::erf(y) - x);
  return y;
}

// The inverse of the complementary error function for x between 0 and 1/2.
double InverseOfComplement(double x) {
  // erfc(y) is about exp(-y^2) / (y * sqrt(pi)).
  const double log_x = -std::log(x * kSqrtPi);
  double y = std::sqrt(log_x);
  for (int step = 0; step < 2; ++step) y = std::sqrt(log_x - std::log(y + 0.3 / (y + 0.2)));
  for (int step = 0; step < 3; ++step) y = Improved(y, x - std::erfc(y));
  return y;
}

}  // namespace

double erfinv(double x) {
  const double magnitude = std::fabs(x);
  if (!(magnitude <= 1)) return kNan;
  if (magnitude == 1) return std::copysign(kInfinity, x);
  const double inverse =
      magnitude <= 0.5 ? InverseNearZero(magnitude) : InverseOfComplement(1 - magnitude);
  return std::copysign(inverse, x);
}

double ndtri(double p) {
  if (!(p >= 0 && p <= 1)) return kNan;
  if (p == 0) return -kInfinity;
  if (p == 1) return kInfinity;
  if (p < 0.25) return -kSqrt2 * InverseOfComplement(2 * p);
  return kSqrt2 * erfinv(2 * p - 1);
}

}  // namespace pluggable::formula
