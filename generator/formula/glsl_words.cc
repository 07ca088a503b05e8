#include "formula/glsl_words.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/text.h"

namespace plugingen::formula::glsl {
namespace {

constexpr std::string_view kNone;

constexpr std::string_view kAcosh = R"({
  if (x < 1.0f) return uintBitsToFloat(0x7fc00000u);
  float t = x - 1.0f;
  return x > 1e18f ? log(x) + 0.69314718f : log1p_float(t + sqrt(t * (x + 1.0f)));
})";

constexpr std::string_view kAsinh = R"({
  float a = abs(x);
  float y = a > 1e18f ? log(a) + 0.69314718f : log1p_float(a + a * a / (1.0f + sqrt(1.0f + a * a)));
  return copysign_float(y, x);
})";

constexpr std::string_view kAtan2 = R"({
  if (isnan(x) || isnan(y)) return x + y;
  float less = min(abs(x), abs(y));
  float more = max(abs(x), abs(y));
  float angle = more == 0.0f ? 0.0f : isinf(less) ? 0.78539816f : atan(less / more);
  if (abs(x) > abs(y)) angle = 1.5707963f - angle;
  if (floatBitsToUint(y) >> 31 != 0u) angle = 3.1415927f - angle;
  return copysign_float(angle, x);
})";

constexpr std::string_view kAtanh = "{ return 0.5f * log1p_float(2.0f * x / (1.0f - x)); }";

constexpr std::string_view kCopySign = R"({
  return uintBitsToFloat((floatBitsToUint(x) & 0x7fffffffu) | (floatBitsToUint(y) & 0x80000000u));
})";

constexpr std::string_view kCosh = R"({
  float half_power = exp(0.5f * abs(x));
  return 0.5f * half_power * half_power + 0.5f / half_power / half_power;
})";

// Maclaurin's series of erf, for |x| < 1.
constexpr std::string_view kErfNearZero = R"({
  float s = x * x;
  float sum = 1.0f / 6894720.0f - s / 76204800.0f;
  sum = sum * s - 1.0f / 685440.0f;
  sum = sum * s + 1.0f / 75600.0f;
  sum = sum * s - 1.0f / 9360.0f;
  sum = sum * s + 1.0f / 1320.0f;
  sum = sum * s - 1.0f / 216.0f;
  sum = sum * s + 1.0f / 42.0f;
  sum = sum * s - 1.0f / 10.0f;
  sum = sum * s + 1.0f / 3.0f;
  return 1.1283792f * (x - x * s * sum);
})";

// erfc for x >= 1. The polynomial is fitted to erfc(x) exp(x^2) / t by least squares; its relative
// error is 2.4e-9. The square is computed in two parts, since its rounding error would be that of
// the exponent.
constexpr std::string_view kErfcFarFromZero = R"({
  if (x > 11.0f) return 0.0f;
  float t = 1.0f / (1.0f + 0.5f * x);
  float sum = 0.253569736f - 0.0784926177f * t;
  sum = sum * t - 0.250877121f;
  sum = sum * t + 0.0275693229f;
  sum = sum * t - 0.0261421084f;
  sum = sum * t + 0.0871303704f;
  sum = sum * t + 0.176007473f;
  sum = sum * t + 0.246846591f;
  sum = sum * t + 0.282094553f;
  sum = sum * t + 0.282094792f;
  float high = uintBitsToFloat(floatBitsToUint(x) & 0xfffff000u);
  return t * sum * exp(-high * high) * exp((high - x) * (high + x));
})";

constexpr std::string_view kErf = R"({
  float a = abs(x);
  return a >= 1.0f ? copysign_float(1.0f - erfc_far_from_zero_float(a), x) : erf_near_zero_float(x);
})";

constexpr std::string_view kErfc = R"({
  if (x >= 1.0f) return erfc_far_from_zero_float(x);
  if (x <= -1.0f) return 2.0f - erfc_far_from_zero_float(-x);
  return 1.0f - erf_near_zero_float(x);
})";

// Taylor's series near zero, where 1 + x and exp(x) have few digits of the result.
constexpr std::string_view kExpm1 = R"({
  if (!(abs(x) < 0.5f)) return exp(x) - 1.0f;
  float sum = 1.0f / 40320.0f + x / 362880.0f;
  sum = sum * x + 1.0f / 5040.0f;
  sum = sum * x + 1.0f / 720.0f;
  sum = sum * x + 1.0f / 120.0f;
  sum = sum * x + 1.0f / 24.0f;
  sum = sum * x + 1.0f / 6.0f;
  sum = sum * x + 0.5f;
  return x + x * x * sum;
})";

// log(1 + x) is 2 atanh(x / (2 + x)).
constexpr std::string_view kLog1p = R"({
  if (!(x > -0.5f && x < 1.0f)) return log(1.0f + x);
  float y = x / (2.0f + x);
  float s = y * y;
  float sum = 1.0f / 13.0f + s / 15.0f;
  sum = sum * s + 1.0f / 11.0f;
  sum = sum * s + 1.0f / 9.0f;
  sum = sum * s + 1.0f / 7.0f;
  sum = sum * s + 0.2f;
  sum = sum * s + 1.0f / 3.0f;
  return 2.0f * (y + y * s * sum);
})";

// lgamma(2 + x) for |x| <= 0.5, by its Taylor series: the coefficients are (1 - Euler's constant)
// and (-1)^n (zeta(n) - 1) / n.
constexpr std::string_view kLgammaNearTwo = R"({
  float sum = 4.37486679e-06f - 2.03921575e-06f * x;
  sum = sum * x - 9.43948828e-06f;
  sum = sum * x + 2.05072128e-05f;
  sum = sum * x - 4.49262367e-05f;
  sum = sum * x + 9.94575128e-05f;
  sum = sum * x - 0.000223154758f;
  sum = sum * x + 0.000509669525f;
  sum = sum * x - 0.00119275391f;
  sum = sum * x + 0.00289051033f;
  sum = sum * x - 0.00738555103f;
  sum = sum * x + 0.0205808084f;
  sum = sum * x - 0.067352301f;
  sum = sum * x + 0.322466908f;
  return x * (0.422784335f + x * sum);
})";

constexpr std::string_view kLgammaOfPositive = R"({
  if (x < 0.5f) return lgamma_near_two_float(x) - log1p_float(x) - log(x);
  if (x < 1.5f) return lgamma_near_two_float(x - 1.0f) - log1p_float(x - 1.0f);
  if (x > 10.0f) return x * (log(x) - 1.0f) - 0.5f * log(x) + 0.918938533f + 1.0f / (12.0f * x);
  float product = 1.0f;
  while (x > 2.5f) {
    x -= 1.0f;
    product *= x;
  }
  return log(product) + lgamma_near_two_float(x - 2.0f);
})";

constexpr std::string_view kLgamma = R"({
  if (isinf(x)) return abs(x);
  if (!(x <= 0.0f)) return lgamma_of_positive_float(x);
  float distance = abs(x - roundEven(x));
  if (distance == 0.0f) return uintBitsToFloat(0x7f800000u);
  return log(3.1415927f / sin(3.1415927f * distance)) - lgamma_of_positive_float(1.0f - x);
})";

constexpr std::string_view kNextAfter = R"({
  if (isnan(x) || isnan(y)) return x + y;
  if (x == y) return y;
  if (x == 0.0f) return uintBitsToFloat(y > 0.0f ? 1u : 0x80000001u);
  uint bits = floatBitsToUint(x);
  return uintBitsToFloat((x < y) == (x > 0.0f) ? bits + 1u : bits - 1u);
})";

constexpr std::string_view kPow = R"({
  if (y == 0.0f || x == 1.0f) return 1.0f;
  if (isnan(x) || isnan(y)) return x + y;
  float a = abs(x);
  bool is_odd = !isinf(y) && y == floor(y) && 0.5f * y != floor(0.5f * y);
  float power;
  if (a == 1.0f) {
    power = 1.0f;
  } else if (a == 0.0f || isinf(a) || isinf(y)) {
    power = (a > 1.0f) == (y > 0.0f) ? uintBitsToFloat(0x7f800000u) : 0.0f;
  } else {
    power = pow(a, y);
  }
  if (is_odd) return copysign_float(power, x);
  bool is_defined = !(x < 0.0f) || isinf(x) || isinf(y) || y == floor(y);
  return is_defined ? power : uintBitsToFloat(0x7fc00000u);
})";

constexpr std::string_view kSinh = R"({
  float a = abs(x);
  float half_power = exp(0.5f * a);
  float e = expm1_float(a);
  float result = a > 80.0f ? 0.5f * half_power * half_power : 0.5f * (e + e / (e + 1.0f));
  return copysign_float(result, x);
})";

constexpr std::string_view kTanh = R"({
  float e = expm1_float(-2.0f * abs(x));
  return copysign_float(-e / (e + 2.0f), x);
})";

// Takes multiples of y off, powers of two, each of which leaves an exact difference.
constexpr std::string_view kTruncateMod = R"({
  float a = abs(x);
  float b = abs(y);
  if (isnan(x) || isnan(y) || isinf(x) || b < 1.17549435e-38f) return uintBitsToFloat(0x7fc00000u);
  while (a >= b && !isinf(b)) {
    int times = (floatBitsToInt(a) >> 23) - (floatBitsToInt(b) >> 23);
    float multiple = intBitsToFloat(floatBitsToInt(b) + (times << 23));
    a -= multiple > a ? 0.5f * multiple : multiple;
  }
  return copysign_float(a, x);
})";

// Integers wrap around in GLSL.
constexpr std::string_view kPower = R"({
  T result = T(1);
  T square = x;
  for (T rest = y; rest > T(0); rest /= T(2)) {
    if (rest % T(2) != T(0)) result *= square;
    square *= square;
  }
  return result;
})";
constexpr std::string_view kShiftLeft =
    "{ return T(U(x) << (y > T(BITS - 1) ? BITS - 1 : y > T(0) ? int(y) : 0)); }";
constexpr std::string_view kShiftRight =
    "{ return x >> (y > T(BITS - 1) ? BITS - 1 : y > T(0) ? int(y) : 0); }";

constexpr Word kWords[] = {
    {"abs", "= abs", kNone},
    {"acosh", kAcosh, kNone},
    {"asinh", kAsinh, kNone},
    {"atan2", kAtan2, kNone},
    {"atanh", kAtanh, kNone},
    {"copysign", kCopySign, kNone},
    {"cosh", kCosh, kNone},
    {"difference", kNone, "x - y"},
    {"erf", kErf, kNone},
    {"erf_near_zero", kErfNearZero, kNone},
    {"erfc", kErfc, kNone},
    {"erfc_far_from_zero", kErfcFarFromZero, kNone},
    {"expm1", kExpm1, kNone},
    {"isfinite", "!isnan(x) && !isinf(x)", kNone},
    {"isinf", "= isinf", kNone},
    {"isnan", "= isnan", kNone},
    {"lgamma", kLgamma, kNone},
    {"lgamma_near_two", kLgammaNearTwo, kNone},
    {"lgamma_of_positive", kLgammaOfPositive, kNone},
    {"log1p", kLog1p, kNone},
    {"negative", kNone, "-x"},
    {"nextafter", kNextAfter, kNone},
    {"pow", kPow, kPower},
    {"product", kNone, "x * y"},
    {"rint", "= roundEven", kNone},
    {"shiftleft", kNone, kShiftLeft},
    {"shiftright", kNone, kShiftRight},
    {"sinh", kSinh, kNone},
    {"sum", kNone, "x + y"},
    {"tanh", kTanh, kNone},
    {"truncatemod", kTruncateMod, kNone},
};

}  // namespace

const Word* FindWord(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kWords), std::end(kWords),
                                         [name](const Word& word) { return word.name == name; });
  return found == std::end(kWords) ? nullptr : found;
}

std::vector<std::string_view> UsedBy(std::string_view name) {
  const Word* const word = FindWord(name);
  if (word == nullptr) return {};
  const std::string_view body = word->of_reals;
  const auto is_in_name = [](char c) { return base::IsAlnum(c) || c == '_'; };
  std::vector<std::string_view> used;
  for (const Word& other : kWords) {
    const size_t at = body.find(std::string(other.name) + "_float(");
    if (at != std::string_view::npos && !is_in_name(body[at - 1])) used.push_back(other.name);
  }
  return used;
}

}  // namespace plugingen::formula::glsl
