// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Functions of formulas that need a series or an iteration. Each is computed in double and rounded
// once. The relative error in double is about 1e-14, except near a zero of the function. Where a
// function has no value or an infinite one, the result is that of TensorFlow's CPU kernels.

#ifndef PLUGGABLE_REFERENCE_SPECIAL_FUNCTIONS_H_
#define PLUGGABLE_REFERENCE_SPECIAL_FUNCTIONS_H_

#include <cstdint>
#include <limits>

namespace pluggable::formula {

// The approximate cost of an element in nanoseconds on one core.
inline constexpr int64_t kSpecialFunctionCost = 100;

// The derivative of the gamma function's logarithm.
double digamma(double x);

// Hurwitz' zeta function: the sum of (q + k)^-x over all k from 0.
double zeta(double x, double q);

// The n-th derivative of digamma.
double polygamma(double n, double x);

// The inverse of the error function.
double erfinv(double x);

// The inverse of the cumulative distribution function of the standard normal distribution.
double ndtri(double p);

// The regularized lower and upper incomplete gamma functions.
double igamma(double a, double x);
double igammac(double a, double x);

// The derivative of igamma with respect to a.
double igamma_grad_a(double a, double x);

// The derivative of x with respect to a for constant igamma(a, x).
double random_gamma_grad(double a, double x);

// The regularized incomplete beta function.
double betainc(double a, double b, double x);

// The modified Bessel functions I and K of orders 0 and 1. Names with a final e are scaled by
// exp(-|x|) for I and exp(x) for K.
double bessel_i0(double x);
double bessel_i0e(double x);
double bessel_i1(double x);
double bessel_i1e(double x);
double bessel_k0(double x);
double bessel_k0e(double x);
double bessel_k1(double x);
double bessel_k1e(double x);

// The Bessel functions J and Y of the orders 0 and 1.
double bessel_j0(double x);
double bessel_j1(double x);
double bessel_y0(double x);
double bessel_y1(double x);

// Dawson's integral: exp(-x^2) times the integral of exp(t^2) from 0 to x.
double dawsn(double x);

// The exponential integral Ei.
double expint(double x);

// The integral of log(t) / (1 - t) from 1 to x.
double spence(double x);

// The Fresnel integrals: of cos(pi / 2 * t^2) and sin(pi / 2 * t^2) from 0 to x.
double fresnel_cos(double x);
double fresnel_sin(double x);

inline float digamma(float x) { return static_cast<float>(digamma(double{x})); }
inline float zeta(float x, float q) { return static_cast<float>(zeta(double{x}, double{q})); }
inline float polygamma(float n, float x) {
  return static_cast<float>(polygamma(double{n}, double{x}));
}
inline float erfinv(float x) { return static_cast<float>(erfinv(double{x})); }
inline float ndtri(float p) { return static_cast<float>(ndtri(double{p})); }
inline float igamma(float a, float x) { return static_cast<float>(igamma(double{a}, double{x})); }
inline float igammac(float a, float x) { return static_cast<float>(igammac(double{a}, double{x})); }
inline float igamma_grad_a(float a, float x) {
  return static_cast<float>(igamma_grad_a(double{a}, double{x}));
}
inline float random_gamma_grad(float a, float x) {
  return static_cast<float>(random_gamma_grad(double{a}, double{x}));
}
inline float betainc(float a, float b, float x) {
  return static_cast<float>(betainc(double{a}, double{b}, double{x}));
}
inline float bessel_i0(float x) { return static_cast<float>(bessel_i0(double{x})); }
inline float bessel_i0e(float x) { return static_cast<float>(bessel_i0e(double{x})); }
inline float bessel_i1(float x) { return static_cast<float>(bessel_i1(double{x})); }
inline float bessel_i1e(float x) { return static_cast<float>(bessel_i1e(double{x})); }
inline float bessel_k0(float x) { return static_cast<float>(bessel_k0(double{x})); }
inline float bessel_k0e(float x) { return static_cast<float>(bessel_k0e(double{x})); }
inline float bessel_k1(float x) { return static_cast<float>(bessel_k1(double{x})); }
inline float bessel_k1e(float x) { return static_cast<float>(bessel_k1e(double{x})); }
inline float bessel_j0(float x) { return static_cast<float>(bessel_j0(double{x})); }
inline float bessel_j1(float x) { return static_cast<float>(bessel_j1(double{x})); }
inline float bessel_y0(float x) { return static_cast<float>(bessel_y0(double{x})); }
// For 0, TensorFlow's CPU kernel returns minus infinity as double, but NaN as float.
inline float bessel_y1(float x) {
  return x == 0 ? std::numeric_limits<float>::quiet_NaN()
                : static_cast<float>(bessel_y1(double{x}));
}
inline float dawsn(float x) { return static_cast<float>(dawsn(double{x})); }
inline float expint(float x) { return static_cast<float>(expint(double{x})); }
inline float spence(float x) { return static_cast<float>(spence(double{x})); }
inline float fresnel_cos(float x) { return static_cast<float>(fresnel_cos(double{x})); }
inline float fresnel_sin(float x) { return static_cast<float>(fresnel_sin(double{x})); }

}  // namespace pluggable::formula

#endif  // PLUGGABLE_REFERENCE_SPECIAL_FUNCTIONS_H_
