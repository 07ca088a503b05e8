// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The integrals of Dawson, Spence and Fresnel, and the exponential integral.

#include <cmath>
#include <limits>

#include "reference/special_functions.h"

namespace pluggable::formula {
namespace {

constexpr double kPi = 3.14159265358979324;
constexpr double kEulerGamma = 0.577215664901532861;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon() / 2;

double PositiveDawsn(double x) {
  const double square = x * x;
  if (x < 1) {
    double sum = x;
    double term = x;
    for (int k = 1; std::fabs(term) > kEpsilon * sum; ++k) {
      term *= -2 * square / (2 * k + 1);
      sum += term;
    }
    return sum;
  }
  if (x > 8) {
    double sum = 1;
    double term = 1;
    for (int k = 1; term > kEpsilon; ++k) {
      term *= (2 * k - 1) / (2 * square);
      sum += term;
    }
    return sum / (2 * x);
  }
  // Rybicki's sum over steps, which is exact to the last digit.
  constexpr double kStep = 0.2;
  const int middle = 2 * static_cast<int>(x / (2 * kStep)) + 1;
  double sum = 0;
  for (int n = middle - 34; n <= middle + 34; n += 2) {
    const double off = x - n * kStep;
    sum += std::exp(-off * off) / n;
  }
  return sum / std::sqrt(kPi);
}

// spence from 1/2 to 2, as a series in the logarithm. Its coefficients are Bernoulli numbers, each
// divided by the factorial of its index plus one.
double SpenceNearOne(double x) {
  const double u = -std::log(x);
  const double y = u * u;
  constexpr double kCoefficients[] = {-1.9939295860721076e-14, 8.9216910204564526e-13,
                                      -4.0647616451442255e-11, 1.8978869988970999e-9,
                                      -9.1857730746619636e-8,  4.7241118669690098e-6,
                                      -2.7777777777777778e-4,  2.7777777777777778e-2};
  double p = 0;
  for (const double coefficient : kCoefficients) p = p * y + coefficient;
  return u + y * (p * u - 0.25);
}

struct CosineAndSine {
  double cosine;
  double sine;
};

CosineAndSine PositiveFresnel(double x) {
  const double angle = kPi / 2 * x * x;
  if (x < 1.6) {
    // The integrated power series of the cosine and the sine.
    double cosine = x;
    double sine = 0;
    double term = x;
    for (int k = 1; std::fabs(term) > kEpsilon * sine || k < 3; ++k) {
      term *= angle / k;
      const double part = (k % 4 < 2 ? term : -term) / (2 * k + 1);
      (k % 2 == 0 ? cosine : sine) += part;
    }
    return {cosine, sine};
  }
  if (x > 1e8) return {0.5, 0.5};
  // The auxiliary functions f and g, as sums over steps that are exact to the last digit.
  const double step = 0.25 / std::fmax(x, 2.5);
  double f = 0.5;
  double g = 0;
  double weight = 1;
  for (int k = 1; weight > kEpsilon; ++k) {
    const double square = step * step * k * k;
    weight = std::exp(-angle * square);
    f += weight / (1 + square * square);
    g += weight * square / (1 + square * square);
  }
  f *= std::sqrt(2.0) / kPi * step;
  g *= std::sqrt(2.0) / kPi * step;
  const double turn = kPi / 2 * std::fmod(x * x, 4);
  return {0.5 + f * std::sin(turn) - g * std::cos(turn),
          0.5 - f * std::cos(turn) - g * std::sin(turn)};
}

CosineAndSine Fresnel(double x) {
  if (std::isnan(x)) return {x, x};
  const CosineAndSine positive = PositiveFresnel(std::fabs(x));
  return {std::copysign(positive.cosine, x), std::copysign(positive.sine, x)};
}

}  // namespace

double dawsn(double x) {
  if (std::isnan(x)) return x;
  return std::copysign(PositiveDawsn(std::fabs(x)), x);
}

double expint(double x) {
  if (x == 0) return -kInfinity;
  if (!(x > 0)) return kNan;
  double sum = 0;
  double term = 1;
  if (x < 40) {
    for (int k = 1; k == 1 || term > kEpsilon * sum; ++k) {
      term *= x / k;
      sum += term / k;
    }
    return kEulerGamma + std::log(x) + sum;
  }
  for (int k = 1; term > kEpsilon; ++k) {
    sum += term;
    term *= k / x;
  }
  return std::exp(x) * (1 / x) * sum;  // of infinity it is infinity * 0, which is NaN as on the CPU
}

double spence(double x) {
  if (!(x >= 0) || std::isinf(x)) return kNan;
  if (x == 0) return kPi * kPi / 6;
  if (x < 0.5) return kPi * kPi / 6 - std::log(x) * std::log1p(-x) - SpenceNearOne(1 - x);
  if (x <= 2) return SpenceNearOne(x);
  const double log_x = std::log(x);
  return -spence(1 / x) - log_x * log_x / 2;
}

double fresnel_cos(double x) { return Fresnel(x).cosine; }

double fresnel_sin(double x) { return Fresnel(x).sine; }

}  // namespace pluggable::formula
