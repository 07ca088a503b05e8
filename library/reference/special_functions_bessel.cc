// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Bessel functions of orders 0 and 1. Large arguments use asymptotic series. Others use power
// series, an integral, and the recurrence from high orders to low ones.

#include <cmath>
#include <initializer_list>
#include <limits>

#include "reference/special_functions.h"

namespace pluggable::formula {
namespace {

constexpr double kPi = 3.14159265358979324;
constexpr double kEulerGamma = 0.577215664901532861;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon() / 2;
// From here on, the asymptotic series have the precision of a double.
constexpr double kLarge = 25;

// The sum of (x / 2)^(2 k) / (k! (k + order)!).
double PowerSeries(int order, double x) {
  const double square = x * x / 4;
  double sum = 1;
  double term = 1;
  for (int k = 1; term > kEpsilon * sum; ++k) {
    term *= square / (k * (k + order));
    sum += term;
  }
  return sum;
}

// The asymptotic series of sqrt(2 pi x) * exp(-x) * I(x) for sign = -1, and of
// sqrt(2 x / pi) * exp(x) * K(x) for sign = 1.
double AsymptoticSeries(int order, double sign, double x) {
  double sum = 1;
  double term = 1;
  for (int k = 1; std::fabs(term) > kEpsilon; ++k) {
    const int odd = 2 * k - 1;
    term *= sign * (4 * order - odd * odd) / (8 * k * x);
    sum += term;
  }
  return sum;
}

// The terms that the power series of K adds: for order 0 to -log(x / 2) - gamma times I, for order
// 1 to 1 / x and log(x / 2) + gamma times I.
double HarmonicSeries(int order, double x) {
  const double square = x * x / 4;
  double harmonic = order;  // the sum of 1 / k, for order 1 with that of the next k
  double term = order == 0 ? 1 : -x / 4;
  double sum = harmonic * term;
  for (int k = 1; k < 12; ++k) {  // for x up to 1
    term *= square / (k * (k + order));
    harmonic += 1.0 / k + (order == 0 ? 0 : 1.0 / (k + 1));
    sum += term * harmonic;
  }
  return sum;
}

// exp(x) * K(x) as an integral. The sum over steps is exact to the last digit, since the integrand
// is even and decays quickly.
double IntegralOfK(int order, double x) {
  constexpr double kStep = 0.125;
  double sum = 0.5;
  double term = 1;
  for (int k = 1; term > kEpsilon; ++k) {
    const double cosh = std::cosh(kStep * k);
    term = std::exp(-x * (cosh - 1)) * (order == 0 ? 1 : cosh);
    sum += term;
  }
  return kStep * sum;
}

// exp(x) * K(x)
double ScaledK(int order, double x) {
  if (x <= 0) return kInfinity;
  if (x >= kLarge) return AsymptoticSeries(order, 1, x) * std::sqrt(kPi / 2) / std::sqrt(x);
  if (x > 1) return IntegralOfK(order, x);
  const double series = PowerSeries(order, x) * (std::log(x / 2) + kEulerGamma);
  const double k =
      order == 0 ? HarmonicSeries(0, x) - series : 1 / x + series * (x / 2) + HarmonicSeries(1, x);
  return k * std::exp(x);
}

// exp(-x) * I(x) for x >= 0.
double ScaledI(int order, double x) {
  if (x >= kLarge) return AsymptoticSeries(order, -1, x) / (std::sqrt(2 * kPi) * std::sqrt(x));
  return (order == 0 ? 1 : x / 2) * PowerSeries(order, x) * std::exp(-x);
}

struct JAndY {
  double j;
  double y;
};

// For x from 0 to kLarge. Miller's recurrence gives every J(n) up to a common factor, which follows
// from their sum; Neumann's series compute Y from them.
JAndY SmallJAndY(int order, double x) {
  constexpr int kHighest = 80;
  double above = 0;
  double at = 1e-280;
  double all = 0;
  double series = 0;
  double j[2] = {};
  for (int n = kHighest; n >= 0; --n) {
    if (n < 2) j[n] = at;
    if (n % 2 == 0) all += n == 0 ? at : 2 * at;
    if (n % 2 == order && n > order) {
      const int k = n / 2;
      const double sign = k % 2 == 0 ? 1 : -1;
      series += sign * at * (order == 0 ? 1.0 / k : n / (2 * k * (k + 1.0)));
    }
    const double below = 2 * n / x * at - above;
    above = at;
    at = below;
    if (std::fabs(at) > 1e200) {  // only the ratios matter
      for (double* value : {&above, &at, &all, &series, &j[0], &j[1]}) *value *= 1e-200;
    }
  }
  const double log_x = std::log(x / 2) + kEulerGamma;
  const double log_part = order == 0 ? log_x * j[0] : (log_x - 1) * j[1] - j[0] / x;
  return {j[order] / all, (2 * log_part - 4 * series) / (kPi * all)};
}

// For x >= kLarge: Hankel's series. The angle x - (order / 2 + 1 / 4) * pi is split to avoid
// rounding.
JAndY LargeJAndY(int order, double x) {
  double p = 0;
  double q = 0;
  double term = 1;
  for (int k = 0; std::fabs(term) > kEpsilon; ++k) {
    (k % 2 == 0 ? p : q) += k % 4 < 2 ? term : -term;
    const int odd = 2 * k + 1;
    term *= (4 * order - odd * odd) / (8 * (k + 1) * x);
  }
  const double sine = std::sin(x);
  const double cosine = std::cos(x);
  const double cos_angle = order == 0 ? cosine + sine : sine - cosine;
  const double sin_angle = order == 0 ? sine - cosine : -sine - cosine;
  const double scale = 1 / (std::sqrt(kPi) * std::sqrt(x));
  return {scale * (p * cos_angle - q * sin_angle), scale * (p * sin_angle + q * cos_angle)};
}

// For x > 0 and NaN.
JAndY PositiveJAndY(int order, double x) {
  if (std::isinf(x)) return {kNan, kNan};
  return x < kLarge ? SmallJAndY(order, x) : LargeJAndY(order, x);
}

double PositiveJ(int order, double x) {
  if (x < 1e-8) return order == 0 ? 1 : x / 2;  // the recurrence would overflow
  return PositiveJAndY(order, x).j;
}

double Y(int order, double x) {
  if (x <= 0) return -kInfinity;
  if (x < 1e-8) {
    return order == 0 ? 2 / kPi * (std::log(x / 2) + kEulerGamma) : -2 / (kPi * x);
  }
  return PositiveJAndY(order, x).y;
}

}  // namespace

double bessel_j0(double x) { return PositiveJ(0, std::fabs(x)); }

double bessel_j1(double x) { return x < 0 ? -PositiveJ(1, -x) : PositiveJ(1, x); }

double bessel_y0(double x) { return Y(0, x); }

double bessel_y1(double x) { return Y(1, x); }

double bessel_i0e(double x) { return ScaledI(0, std::fabs(x)); }

double bessel_i1e(double x) { return std::copysign(ScaledI(1, std::fabs(x)), x); }

// For infinity, this is infinity * 0 = NaN, as in TensorFlow's CPU kernel.
double bessel_i0(double x) { return std::exp(std::fabs(x)) * bessel_i0e(x); }

double bessel_i1(double x) { return std::exp(std::fabs(x)) * bessel_i1e(x); }

double bessel_k0e(double x) { return ScaledK(0, x); }

double bessel_k1e(double x) { return ScaledK(1, x); }

double bessel_k0(double x) { return x <= 0 ? kInfinity : std::exp(-x) * ScaledK(0, x); }

double bessel_k1(double x) { return x <= 0 ? kInfinity : std::exp(-x) * ScaledK(1, x); }

}  // namespace pluggable::formula
