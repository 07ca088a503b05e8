// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The derivatives of the gamma function's logarithm, and Hurwitz' zeta function, to which they
// lead.

#include <cmath>
#include <limits>

#include "reference/special_functions.h"

namespace pluggable::formula {
namespace {

constexpr double kPi = 3.14159265358979324;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon() / 2;

// pi / tan(pi * x)
double PiTimesCotangent(double x) {
  const double rest = x - std::nearbyint(x);
  return std::fabs(rest) < 0.25 ? kPi / std::tan(kPi * rest)
                                : kPi * std::tan(kPi * (std::copysign(0.5, rest) - rest));
}

// Digamma of a positive x. The asymptotic series is used from 10 on; smaller arguments are shifted
// there.
double PositiveDigamma(double x) {
  double moved = 0;
  while (x < 10) {
    moved += 1 / x;
    x += 1;
  }
  const double y = 1 / x / x;
  // Bernoulli numbers, each divided by its index.
  double p = 1.0 / 12;
  p = p * y - 691.0 / 32760;
  p = p * y + 1.0 / 132;
  p = p * y - 1.0 / 240;
  p = p * y + 1.0 / 252;
  p = p * y - 1.0 / 120;
  p = p * y + 1.0 / 12;
  return std::log(x) - 0.5 / x - p * y - moved;
}

// The sum for positive q: some terms, and the Euler-Maclaurin formula for the rest.
double PositiveZeta(double x, double q) {
  constexpr int kTerms = 10;
  double sum = 0;
  for (int k = 0; k < kTerms; ++k) {
    const double term = std::pow(q + k, -x);
    sum += term;
    if (term <= kEpsilon * sum * 1e-3) return sum;
    if (std::isinf(sum)) return sum;
  }
  const double end = q + kTerms;
  const double last = std::pow(end, -x);
  sum += last * end / (x - 1) + last / 2;
  // Bernoulli numbers, each divided by the factorial of its index.
  constexpr double kCoefficients[] = {
      8.3333333333333333e-2,   -1.3888888888888889e-3,  3.3068783068783069e-5,
      -8.2671957671957672e-7,  2.0876756987868099e-8,   -5.2841901386874932e-10,
      1.3382536530684679e-11,  -3.3896802963225829e-13, 8.5860620562778446e-15,
      -2.1748686985580619e-16, 5.5090028283602295e-18,  -1.3954464685812523e-19};
  double factor = x * last / end;
  double index = x;
  for (const double coefficient : kCoefficients) {
    const double term = coefficient * factor;
    sum += term;
    if (std::fabs(term) <= kEpsilon * sum) return sum;
    factor *= (index + 1) * (index + 2) / (end * end);
    index += 2;
  }
  return sum;
}

}  // namespace

double digamma(double x) {
  if (x > 0) return PositiveDigamma(x);
  // Excludes the poles, minus infinity and NaN.
  if (!(std::floor(x) < x)) return kNan;
  // Above -1 the reflection would round 1 - x.
  if (x > -1) return PositiveDigamma(1 + x) - 1 / x;
  return PositiveDigamma(1 - x) - PiTimesCotangent(x);
}

double zeta(double x, double q) {
  if (x == 1) return kInfinity;
  if (!(x > 1) || std::isnan(q)) return kNan;
  if (q > 0) return PositiveZeta(x, q);
  const bool is_even = std::fmod(x, 2) == 0 || std::isinf(x);
  if (q == std::floor(q)) return is_even ? kInfinity : kNan;
  if (x != std::floor(x)) return kNan;  // a power of a negative number
  // The terms for negative q + k are those for the positive numbers from 1 - fraction to -q. Terms
  // that cancel are combined first.
  const double fraction = q - std::floor(q);
  const double mirrored = PositiveZeta(x, 1 - fraction);
  const double beyond = PositiveZeta(x, 1 - q);
  const double positive = PositiveZeta(x, fraction);
  return is_even ? positive + mirrored - beyond : positive - mirrored + beyond;
}

double polygamma(double n, double x) {
  if (!(n >= 0) || n != std::floor(n)) return kNan;
  if (n == 0) return digamma(x);
  const double magnitude = std::tgamma(n + 1) * zeta(n + 1, x);
  return std::fmod(n + 1, 2) == 1 ? -magnitude : magnitude;
}

}  // namespace pluggable::formula
