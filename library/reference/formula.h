// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The functions that formulas use. An op that is only a formula defines one element of its output
// by an expression of x (and y) that means the same in C++, in OpenCL C and in CUDA:
//
//   + - * / %   == != < <= > >=   && || !   & | ^ ~   c ? a : b   integer constants   T(1.5)
//
// and the functions below.
//
// T is the type that is computed in: the element's type, but float for half and bfloat16, whose
// results are rounded once. The second operand of min, max and pow may be a constant.

#ifndef PLUGGABLE_REFERENCE_FORMULA_H_
#define PLUGGABLE_REFERENCE_FORMULA_H_

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>

namespace pluggable::formula {

// A parameter of type SameAs<T> takes no part in deducing T, so that max(x, 0) works for every x.
template <typename T>
struct Same {
  using type = T;
};
template <typename T>
using SameAs = typename Same<T>::type;

template <typename T>
bool isnan(T x) {
  return x != x;
}

template <typename T>
bool isinf(T x) {
  return x == std::numeric_limits<T>::infinity() || x == -std::numeric_limits<T>::infinity();
}

template <typename T>
bool isfinite(T x) {
  return x - x == 0;
}

// An integer type whose sums, differences and products wrap around, as users' values require. Types
// of 16 bits or less are not promoted to int, which could overflow.
template <typename T>
constexpr auto wrapping(T x) {
  if constexpr (std::is_integral_v<T> && !std::is_same_v<T, bool>) {
    return 0U + static_cast<std::make_unsigned_t<T>>(x);
  } else {
    return x;
  }
}

template <typename T>
T sum(T x, SameAs<T> y) {
  return static_cast<T>(wrapping(x) + wrapping(y));
}

template <typename T>
T difference(T x, SameAs<T> y) {
  return static_cast<T>(wrapping(x) - wrapping(y));
}

template <typename T>
T product(T x, SameAs<T> y) {
  return static_cast<T>(wrapping(x) * wrapping(y));
}

template <typename T>
T negative(T x) {
  return static_cast<T>(-wrapping(x));
}

template <typename T>
T abs(T x) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fabs(x);
  } else {
    return x < 0 ? negative(x) : x;
  }
}

// -1, 0 or 1, and NaN for NaN.
template <typename T>
T sign(T x) {
  return x != x ? x : static_cast<T>((x > 0) - (x < 0));
}

// NaN if either operand is.
template <typename T>
T max(T x, SameAs<T> y) {
  const T larger = x > y ? x : y;  // nested selections are not vectorized
  return x != x ? x : larger;
}

// NaN if either operand is.
template <typename T>
T min(T x, SameAs<T> y) {
  const T smaller = x < y ? x : y;
  return x != x ? x : smaller;
}

// 2 to the power of n, for n from -126 to 127.
inline float exp2i(int32_t n) {
  const int32_t bits = (n + 127) << 23;
  float power;
  std::memcpy(&power, &bits, sizeof(power));
  return power;
}

// Within 2 units in the last place, and without branches, so that compilers vectorize it.
inline float exp(float x) {
  // x = n ln 2 + r with |r| <= ln 2 / 2. Beyond the bounds the result is 0 or infinite anyway.
  const float bounded = x < 89 ? (x > -104 ? x : -104) : 89;
  const float rounder = 12582912;  // 1.5 * 2^23: adding it leaves no room for a fraction
  const float n = (bounded * 1.44269504f + rounder) - rounder;
  const float r = (bounded - n * 0.693359375f) - n * -2.12194440e-4f;
  float p = 1.9875691500e-4f;
  p = p * r + 1.3981999507e-3f;
  p = p * r + 8.3334519073e-3f;
  p = p * r + 4.1665795894e-2f;
  p = p * r + 1.6666665459e-1f;
  p = p * r + 5.0000001201e-1f;
  p = p * (r * r) + r + 1;
  // In two steps, since 2^n may be out of range for a float even if the result is not.
  const int32_t exponent = static_cast<int32_t>(n);
  const int32_t half = exponent >> 1;
  const float result = p * exp2i(half) * exp2i(exponent - half);
  return x != x ? x : result;
}

inline double exp(double x) { return std::exp(x); }

// exp(x) - 1, exact near 0.
template <typename T>
T expm1(T x) {
  return std::expm1(x);
}

// Within 2 units in the last place, and without branches. Arguments below the smallest normal
// number count as that number.
inline float log(float x) {
  // x = m * 2^n with m between sqrt(1/2) and sqrt(2).
  const float bounded =
      x < std::numeric_limits<float>::min() ? std::numeric_limits<float>::min() : x;
  int32_t bits;
  std::memcpy(&bits, &bounded, sizeof(bits));
  const int32_t exponent = (bits - 0x3f3504f3) >> 23;
  bits -= exponent * (1 << 23);
  float m;
  std::memcpy(&m, &bits, sizeof(m));
  const float n = static_cast<float>(exponent);
  const float f = m - 1;
  const float square = f * f;
  float p = 7.0376836292e-2f;
  p = p * f - 1.1514610310e-1f;
  p = p * f + 1.1676998740e-1f;
  p = p * f - 1.2420140846e-1f;
  p = p * f + 1.4249322787e-1f;
  p = p * f - 1.6668057665e-1f;
  p = p * f + 2.0000714765e-1f;
  p = p * f - 2.4999993993e-1f;
  p = p * f + 3.3333331174e-1f;
  p = p * f * square + n * -2.12194440e-4f - square / 2;
  const float finite = f + p + n * 0.693359375f;
  const float infinity = std::numeric_limits<float>::infinity();
  const float positive = x == infinity ? infinity : x == 0 ? -infinity : finite;
  return x < 0 ? std::numeric_limits<float>::quiet_NaN() : x != x ? x : positive;
}

inline double log(double x) { return std::log(x); }

// log(1 + x), exact near 0: the quotient corrects the rounding of 1 + x.
inline float log1p(float x) {
  const float sum = 1 + x;
  const float rounded = sum - 1;
  const float infinity = std::numeric_limits<float>::infinity();
  const float product = log(sum) * (x / rounded);
  const float finite = sum == 0 ? -infinity : product;
  return rounded == 0 ? x : x == infinity ? x : finite;
}

inline double log1p(double x) { return std::log1p(x); }

template <typename T>
T sqrt(T x) {
  return std::sqrt(x);
}

template <typename T>
T rsqrt(T x) {
  return 1 / std::sqrt(x);
}

template <typename T>
T sin(T x) {
  return std::sin(x);
}

template <typename T>
T cos(T x) {
  return std::cos(x);
}

template <typename T>
T tan(T x) {
  return std::tan(x);
}

template <typename T>
T asin(T x) {
  return std::asin(x);
}

template <typename T>
T acos(T x) {
  return std::acos(x);
}

template <typename T>
T atan(T x) {
  return std::atan(x);
}

// The angle of the point (x, y).
template <typename T>
T atan2(T y, SameAs<T> x) {
  return std::atan2(y, x);
}

template <typename T>
T sinh(T x) {
  return std::sinh(x);
}

template <typename T>
T cosh(T x) {
  return std::cosh(x);
}

template <typename T>
T asinh(T x) {
  return std::asinh(x);
}

template <typename T>
T acosh(T x) {
  return std::acosh(x);
}

template <typename T>
T atanh(T x) {
  return std::atanh(x);
}

// The logarithm of the gamma function's magnitude. std::lgamma would write the sign to a variable
// that all threads share.
inline float lgamma(float x) {
  int sign;
  return ::lgammaf_r(x, &sign);
}

inline double lgamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}

// The next representable number from x towards y.
template <typename T>
T nextafter(T x, SameAs<T> y) {
  return std::nextafter(x, y);
}

// Within 7 units in the last place, and without branches: a quotient of two polynomials, by
// which TensorFlow's CPU kernels compute it, too. Beyond 7.9 the result is 1 to the last digit.
inline float tanh(float x) {
  constexpr float kBound = 7.90531110763549805f;
  const float low = x > -kBound ? x : -kBound;
  const float bounded = low < kBound ? low : kBound;
  const float square = bounded * bounded;
  float p = -2.76076847742355e-16f;
  p = p * square + 2.00018790482477e-13f;
  p = p * square - 8.60467152213735e-11f;
  p = p * square + 5.12229709037114e-08f;
  p = p * square + 1.48572235717979e-05f;
  p = p * square + 6.37261928875436e-04f;
  p = p * square + 4.89352455891786e-03f;
  float q = 1.19825839466702e-06f;
  q = q * square + 1.18534705686654e-04f;
  q = q * square + 2.26843463243900e-03f;
  q = q * square + 4.89352518554385e-03f;
  const float quotient = bounded * p / q;
  const float magnitude = std::fabs(x);
  const float result = magnitude < 4e-4f ? x : quotient;
  return x != x ? x : result;
}

inline double tanh(double x) { return std::tanh(x); }

// The error function between -1 and 1.
inline float erf_near_zero(float x) {
  const float square = x * x;
  float p = 7.853861353153693e-5f;
  p = p * square - 8.010193625184903e-4f;
  p = p * square + 5.188327685732524e-3f;
  p = p * square - 2.685381193529856e-2f;
  p = p * square + 1.128358514861418e-1f;
  p = p * square - 3.761262582423300e-1f;
  p = p * square + 1.128379165726710f;
  return p * x;
}

// 1 - erf(x) for x from 1 on: exp(-x^2) times a polynomial in 1 / x^2, one up to 2 and one beyond.
inline float erfc_away_from_zero(float x) {
  const float bounded = x < 11 ? x : 11;  // where the result has become 0
  const float q = 1 / bounded;
  const float y = q * q;
  float p = 2.326819970068386e-2f;
  p = p * y - 1.387039388740657e-1f;
  p = p * y + 3.687424674597105e-1f;
  p = p * y - 5.824733027278666e-1f;
  p = p * y + 6.210004621745983e-1f;
  p = p * y - 4.944515323274145e-1f;
  p = p * y + 3.404879937665872e-1f;
  p = p * y - 2.741127028184656e-1f;
  p = p * y + 5.638259427386472e-1f;
  float r = -1.047766399936249e+1f;
  r = r * y + 1.297719955372516e+1f;
  r = r * y - 7.495518717768503f;
  r = r * y + 2.921019019210786f;
  r = r * y - 1.015265279202700f;
  r = r * y + 4.218463358204948e-1f;
  r = r * y - 2.820767439740514e-1f;
  r = r * y + 5.641895067754075e-1f;
  // The square is split, since the exponential function magnifies its rounding error.
  int32_t bits;
  std::memcpy(&bits, &bounded, sizeof(bits));
  bits &= ~0xfff;
  float high;
  std::memcpy(&high, &bits, sizeof(high));
  const float power = exp(-high * high) * exp((high - bounded) * (high + bounded));
  return power * q * (bounded < 2 ? p : r);
}

// Within a few units in the last place, and without branches.
inline float erf(float x) {
  const float magnitude = std::fabs(x);
  const float near_zero = erf_near_zero(x);
  const float away = std::copysign(1 - erfc_away_from_zero(magnitude), x);
  const float result = magnitude < 1 ? near_zero : away;
  return x != x ? x : result;
}

inline double erf(double x) { return std::erf(x); }

// 1 - erf(x), exact if it is small.
inline float erfc(float x) {
  const float magnitude = std::fabs(x);
  const float away = erfc_away_from_zero(magnitude);
  const float near_zero = 1 - erf_near_zero(x);
  const float result = x < 0 ? 2 - away : away;
  return x != x ? x : magnitude < 1 ? near_zero : result;
}

inline double erfc(double x) { return std::erfc(x); }

// x times the probability that a standard normal variable is at most x: within 3e-7 of max(|x|, 1)
// and without branches, by one exponential function where erfc takes two.
inline float gelu(float x) {
  // erfc(z) = t * exp(p(t) - z^2)
  const float z = std::fabs(x) * 0.70710678f;
  const float t = 1 / (1 + z / 2);
  float p = -1.836619824e-1f;
  p = p * t + 7.339941859e-1f;
  p = p * t - 9.701265097e-1f;
  p = p * t + 3.209166229e-1f;
  p = p * t - 2.418483235e-2f;
  p = p * t + 3.892575800e-1f;
  p = p * t + 9.993278384e-1f;
  p = p * t - 1.265523553f;
  const float beyond = t / 2 * exp(p - z * z);  // the probability of more than |x|
  const float result = x > 0 ? 1 - beyond : beyond;
  return x * result;
}

inline double gelu(double x) { return 0.5 * x * std::erfc(-x * 0.70710678118654752); }

template <typename T>
T floor(T x) {
  return std::floor(x);
}

template <typename T>
T ceil(T x) {
  return std::ceil(x);
}

// To the nearest integer, halfway cases to the even one.
template <typename T>
T rint(T x) {
  return std::nearbyint(x);
}

// x to the power of y. Integers wrap around; y must not be negative for them.
template <typename T>
T pow(T x, SameAs<T> y) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::pow(x, y);
  } else {
    using Unsigned = std::conditional_t<sizeof(T) < sizeof(int), uint32_t, std::make_unsigned_t<T>>;
    Unsigned result = 1;
    Unsigned square = static_cast<Unsigned>(x);
    for (T rest = y; rest > 0; rest /= 2) {
      if (rest % 2 != 0) result *= square;
      square *= square;
    }
    return static_cast<T>(result);
  }
}

// y as a valid number of bits to shift a T by: at least 0 and less than its width.
template <typename T>
int shiftwidth(T y) {
  constexpr int kMost = std::numeric_limits<std::make_unsigned_t<T>>::digits - 1;
  if (y > T(kMost)) return kMost;
  return y > 0 ? static_cast<int>(y) : 0;
}

// x * 2^y without the bits that do not fit.
template <typename T>
T shiftleft(T x, SameAs<T> y) {
  return static_cast<T>(static_cast<std::make_unsigned_t<T>>(x) << shiftwidth(y));
}

// x / 2^y, rounded down.
template <typename T>
T shiftright(T x, SameAs<T> y) {
  return static_cast<T>(x >> shiftwidth(y));
}

// The remainder of x / y, with the sign of y. Integers: 0 if y is 0.
template <typename T>
T floormod(T x, SameAs<T> y) {
  if constexpr (std::is_floating_point_v<T>) {
    const T rest = std::fmod(x, y);
    return rest != 0 && (rest < 0) != (y < 0) ? rest + y : rest;
  } else if constexpr (std::is_unsigned_v<T>) {
    return y == 0 ? T(0) : static_cast<T>(x % y);
  } else {
    const T rest = y == 0 || y == -1
                       ? T(0)
                       : static_cast<T>(x % y);  // the lowest integer by -1 has no quotient
    return rest != 0 && (rest < 0) != (y < 0) ? static_cast<T>(rest + y) : rest;
  }
}

// The remainder of x / y, with the sign of x. Integers: 0 if y is 0.
template <typename T>
T truncatemod(T x, SameAs<T> y) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::fmod(x, y);
  } else {
    // Avoids the overflow of lowest / -1.
    return y == 0 || y == -1 ? T(0) : static_cast<T>(x % y);
  }
}

// The quotient rounded down. Integers: 0 if y is 0.
template <typename T>
T floordiv(T x, SameAs<T> y) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::floor(x / y);
  } else if constexpr (std::is_unsigned_v<T>) {
    return y == 0 ? T(0) : static_cast<T>(x / y);
  } else {
    if (y == 0) return 0;
    if (y == -1) return static_cast<T>(-static_cast<std::make_unsigned_t<T>>(x));
    return static_cast<T>(x / y - (x % y != 0 && (x < 0) != (y < 0)));
  }
}

// The quotient rounded towards 0. Integers: 0 if y is 0.
template <typename T>
T truncatediv(T x, SameAs<T> y) {
  if constexpr (std::is_floating_point_v<T>) {
    return std::trunc(x / y);
  } else if constexpr (std::is_unsigned_v<T>) {
    return y == 0 ? T(0) : static_cast<T>(x / y);
  } else {
    if (y == 0) return 0;
    if (y == -1) return static_cast<T>(-static_cast<std::make_unsigned_t<T>>(x));
    return static_cast<T>(x / y);
  }
}

}  // namespace pluggable::formula

#endif  // PLUGGABLE_REFERENCE_FORMULA_H_
