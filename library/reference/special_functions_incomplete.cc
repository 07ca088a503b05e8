// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The incomplete gamma and beta functions. Each is the product of a factor that varies quickly,
// written so that large numbers do not cancel, and a series, a continued fraction or an integral
// that varies slowly.

#include <array>
#include <cmath>
#include <limits>

#include "reference/formula.h"
#include "reference/special_functions.h"

namespace pluggable::formula {
namespace {

constexpr double kPi = 3.14159265358979324;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kEpsilon = std::numeric_limits<double>::epsilon() / 2;
// From here on, integrals are faster than series.
constexpr double kManyTerms = 100;
// Enough for every series and continued fraction of parameters below kManyTerms.
constexpr int kMaxTerms = 2000;
// Replaces 0 in the denominators of continued fractions.
constexpr double kTiny = 1e-60;

// log(1 + x) - x
double Log1pMinus(double x) {
  if (x < -0.3 || x > 0.5) return std::log1p(x) - x;
  // log(1 + x) is 2 * (r + r^3 / 3 + r^5 / 5 ...), and 2 * r - x is -x * r.
  const double r = x / (2 + x);
  const double square = r * r;
  double sum = 0;
  for (int k = 33; k > 1; k -= 2) sum = sum * square + 1.0 / k;
  return 2 * r * square * sum - x * r;
}

// The ratio of the gamma function to Stirling's approximation sqrt(2 pi / a) * (a / e)^a.
double GammaRatio(double a) {
  if (a < 10) return std::tgamma(a) * std::sqrt(a / (2 * kPi)) * std::exp(a) * std::pow(a, -a);
  const double y = 1 / a / a;
  double p = -691.0 / 360360;
  p = p * y + 1.0 / 1188;
  p = p * y - 1.0 / 1680;
  p = p * y + 1.0 / 1260;
  p = p * y - 1.0 / 360;
  p = p * y + 1.0 / 12;
  return std::exp(p / a);
}

// The logarithm of gamma(1 + a), exact for small a, for which 1 + a would be rounded.
double LogGamma1p(double a) {
  const double sum = 1 + a;
  return lgamma(sum) + (a - (sum - 1)) * digamma(sum);
}

// a * log(quotient) - off, where the quotient is 1 + off / a.
double LogPower(double a, double off, double quotient) {
  const double ratio = off / a;
  if (std::fabs(ratio) <= 0.5) return a * Log1pMinus(ratio);
  return (std::isinf(quotient) ? 0 : a * std::log(quotient)) - off;
}

// x^a * exp(-x) / gamma(a + 1)
double GammaFactor(double a, double x) {
  return std::exp(LogPower(a, x - a, x / a)) / (std::sqrt(2 * kPi) * std::sqrt(a) * GammaRatio(a));
}

// The nodes and weights of Gauss-Legendre quadrature from 0 to 1.
class Quadrature {
 public:
  Quadrature() {
    for (int i = 0; i < kNodes; ++i) {
      // Newton's iteration for a zero of the Legendre polynomial.
      double x = std::cos(kPi * (i + 0.75) / (kNodes + 0.5));
      double slope = 1;
      for (int step = 0; step < 6; ++step) {
        double before = 1;
        double value = x;
        for (int k = 2; k <= kNodes; ++k) {
          const double next = ((2 * k - 1) * x * value - (k - 1) * before) / k;
          before = value;
          value = next;
        }
        slope = kNodes * (x * value - before) / (x * x - 1);
        x -= value / slope;
      }
      nodes_[static_cast<size_t>(i)] = (1 + x) / 2;
      weights_[static_cast<size_t>(i)] = 1 / ((1 - x * x) * slope * slope);
    }
  }

  // The integral of f(s) over s from 0 to end.
  template <typename F>
  double Integrate(double end, const F& f) const {
    double sum = 0;
    for (size_t i = 0; i < kNodes; ++i) sum += weights_[i] * f(end * nodes_[i]);
    return end * sum;
  }

  static const Quadrature& Get() {
    static const Quadrature quadrature;
    return quadrature;
  }

 private:
  static constexpr int kNodes = 40;
  std::array<double, kNodes> nodes_;
  std::array<double, kNodes> weights_;
};

// The value of s at which slope * s + curvature * s^2 / 2 is so large that its negative exponential
// is negligible, with some room for terms of higher order.
double EndOfTail(double slope, double curvature) {
  return 1.5 * 80 / (slope + std::sqrt(slope * slope + 80 * curvature));
}

// The integral of gamma's density on one side of x, divided by the density at x and by x: the
// integral of (1 + s)^(a - 1) * exp(-x * s) over s > 0, or over s < 0 for x < a. It can be weighted
// by log(1 + s), for the derivative with respect to a.
template <bool kIsWeighted>
double GammaTail(double a, double x) {
  const bool is_upper = x >= a;
  const double sign = is_upper ? 1 : -1;
  const double slope = sign * (x - a + 1);
  double end = EndOfTail(std::fmax(slope, 0), std::fmax(a - 1, 0));
  if (!is_upper) end = std::fmin(end, 1);
  return Quadrature::Get().Integrate(end, [=](double s) {
    const double value = std::exp((a - 1) * Log1pMinus(sign * s) - slope * s);
    return kIsWeighted ? value * std::log1p(sign * s) : value;
  });
}

// x^a * exp(-x) / gamma(a), which is x times the density of the gamma distribution at x.
double GammaDensity(double a, double x) { return a * GammaFactor(a, x); }

// The lower function by its power series, for x up to a + 1.
double LowerGammaSeries(double a, double x) {
  double sum = 1;
  double term = 1;
  for (int n = 1; n < kMaxTerms && term > kEpsilon * sum; ++n) {
    term *= x / (a + n);
    sum += term;
  }
  return GammaFactor(a, x) * sum;
}

// The upper function for a up to 1 and x up to 1.5, as 1 minus the series for small x.
double UpperGammaSeries(double a, double x) {
  double sum = 0;
  double term = 1;
  for (int n = 1; n < kMaxTerms && std::fabs(term) > kEpsilon * std::fabs(sum); ++n) {
    term *= -x / n;
    sum += term / (a + n);
  }
  const double log_power = a * std::log(x) - LogGamma1p(a);
  return -std::expm1(log_power) - std::exp(log_power) * a * sum;
}

// A denominator or numerator in Lentz' method, which must not be 0.
double NotZero(double x) { return std::fabs(x) < kTiny ? kTiny : x; }

// The upper function by Legendre's continued fraction, for x >= a + 1.
double UpperGammaFraction(double a, double x) {
  double b = x + 1 - a;
  double c = 1 / kTiny;
  double d = 1 / b;
  double h = d;
  for (int n = 1; n < kMaxTerms; ++n) {
    const double numerator = -n * (n - a);
    b += 2;
    d = 1 / NotZero(numerator * d + b);
    c = NotZero(b + numerator / c);
    h *= c * d;
    if (std::fabs(c * d - 1) <= kEpsilon * 2) break;
  }
  return GammaDensity(a, x) * h;
}

// The lower function if x < a, otherwise the upper one. It is never close to 1, so the other
// function, 1 minus this, is exact.
struct SmallerPart {
  bool is_upper;
  double value;
};

SmallerPart SmallerGamma(double a, double x) {
  if (a >= kManyTerms) {
    return {x >= a, GammaDensity(a, x) * GammaTail<false>(a, x)};
  }
  if (a < 1 && x < 1.5) {
    const double upper = UpperGammaSeries(a, x);
    if (upper < 0.5) return {true, upper};
  }
  if (x < a + 1) return {false, LowerGammaSeries(a, x)};
  return {true, UpperGammaFraction(a, x)};
}

// The derivative of the lower function with respect to a, divided by GammaDensity, by its power
// series: the derivative of each term is a multiple of the term.
double GradientBySeries(double a, double x) {
  double sum = 1;
  double weighted = 0;
  double term = 1;
  double harmonic = 0;
  for (int n = 1; n < kMaxTerms && term > kEpsilon * sum; ++n) {
    term *= x / (a + n);
    harmonic += 1 / (a + n);
    sum += term;
    weighted += term * harmonic;
  }
  return ((std::log(x) - digamma(a + 1)) * sum - weighted) / a;
}

double GradientOverDensity(double a, double x) {
  // The series for x > a cancels little while x is small.
  if (a < kManyTerms && x < std::fmax(a + 2, 4)) return GradientBySeries(a, x);
  const double gradient =
      (std::log(x) - digamma(a)) * GammaTail<false>(a, x) + GammaTail<true>(a, x);
  return x < a ? gradient : -gradient;
}

// x^a * y^b / beta(a, b), where y is 1 - x.
double BetaFactor(double a, double b, double x, double y) {
  const double sum = a + b;
  const double off = x * b - y * a;
  const double exponent = LogPower(a, off, x * (sum / a)) + LogPower(b, -off, y * (sum / b));
  return std::exp(exponent) * std::sqrt(a / sum * b / (2 * kPi)) * GammaRatio(sum) /
         (GammaRatio(a) * GammaRatio(b));
}

// The integral of beta's density below x, for x < a / (a + b) and large a and b.
double LowerBetaTail(double a, double b, double x, double y) {
  const double odds = x / y;
  const double slope = a - 1 - (b - 1) * odds;
  const double curvature = a - 1 + (b - 1) * odds * odds;
  const double end = std::fmin(1, EndOfTail(std::fmax(slope, 0), curvature));
  const double integral = Quadrature::Get().Integrate(end, [=](double s) {
    return std::exp((a - 1) * Log1pMinus(-s) + (b - 1) * Log1pMinus(odds * s) - slope * s);
  });
  return BetaFactor(a, b, x, y) / y * integral;
}

// The same by a continued fraction, for x up to (a + 1) / (a + b + 2).
double LowerBetaFraction(double a, double b, double x, double y) {
  double c = 1;
  double d = 1 / NotZero(1 - (a + b) * x / (a + 1));
  double h = d;
  for (int m = 1; m < kMaxTerms; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / NotZero(1 + even * d);
    c = NotZero(1 + even / c);
    h *= c * d;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / NotZero(1 + odd * d);
    c = NotZero(1 + odd / c);
    h *= c * d;
    if (std::fabs(c * d - 1) <= kEpsilon * 2) break;
  }
  return BetaFactor(a, b, x, y) / a * h;
}

SmallerPart SmallerBeta(double a, double b, double x) {
  const double y = 1 - x;
  if (std::fmin(a, b) >= kManyTerms) {
    return x * b < y * a ? SmallerPart{false, LowerBetaTail(a, b, x, y)}
                         : SmallerPart{true, LowerBetaTail(b, a, y, x)};
  }
  if (x * (a + b + 2) < a + 1) return {false, LowerBetaFraction(a, b, x, y)};
  const double upper = LowerBetaFraction(b, a, y, x);
  // If b is small, nearly everything is above x. The continued fraction of the rest needs more
  // terms, but is exact.
  if (upper > 0.9 && y > 1e-4) return {false, LowerBetaFraction(a, b, x, y)};
  return {true, upper};
}

}  // namespace

double igamma(double a, double x) {
  if (x == 0) return 0;
  if (!(x > 0) || !(a > 0)) return kNan;
  if (std::isinf(a)) return 0;
  if (std::isinf(x)) return 1;
  const SmallerPart part = SmallerGamma(a, x);
  return part.is_upper ? 1 - part.value : part.value;
}

double igammac(double a, double x) {
  if (!(x >= 0) || !(a > 0)) return kNan;
  if (x == 0) return 1;
  if (std::isinf(x)) return 0;
  if (std::isinf(a)) return 1;
  const SmallerPart part = SmallerGamma(a, x);
  return part.is_upper ? part.value : 1 - part.value;
}

double igamma_grad_a(double a, double x) {
  if (x == 0) return 0;
  if (!(x > 0) || !(a > 0)) return kNan;
  if (std::isinf(a) || std::isinf(x)) return 0;
  return GradientOverDensity(a, x) * GammaDensity(a, x);
}

double random_gamma_grad(double a, double x) {
  if (x == 0) return 0;
  if (!(x > 0) || !(a > 0)) return kNan;
  if (std::isinf(a) || std::isinf(x)) return 0;
  return -GradientOverDensity(a, x) * x;
}

double betainc(double a, double b, double x) {
  if (a <= 0 || b <= 0) return kNan;
  if (x == 0 || x == 1) return x;
  if (!(x > 0 && x < 1 && std::isfinite(a + b))) return kNan;
  const SmallerPart part = SmallerBeta(a, b, x);
  return part.is_upper ? 1 - part.value : part.value;
}

}  // namespace pluggable::formula
