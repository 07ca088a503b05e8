// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The formulas of elementwise plans.

#ifndef PLUGGABLE_COMPUTE_FORMULA_H_
#define PLUGGABLE_COMPUTE_FORMULA_H_

#include <cstdint>

namespace pluggable::compute {

// The computation of an elementwise op on one element of each input: x, y and z.
// reference/formula.h and reference/special_functions.h define the functions. Integers wrap around.
// half and bfloat16 are computed in float and rounded once. `plugingen formulas` prints the
// formulas in OpenCL C, CUDA and C++.
enum class Formula : uint16_t {
  kOther,             // none of these: only the plan's loop knows
  kAbs,               // abs(x)
  kAcos,              // acos(x)
  kAcosh,             // acosh(x)
  kAdd,               // sum(x, y)
  kAddThree,          // sum(sum(x, y), z)
  kApproximateEqual,  // abs(difference(x, y)) <= parameter
  kAsin,              // asin(x)
  kAsinh,             // asinh(x)
  kAtan,              // atan(x)
  kAtan2,             // atan2(x, y)
  kAtanh,             // atanh(x)
  kBesselI0,          // bessel_i0(x)
  kBesselI0e,         // bessel_i0e(x)
  kBesselI1,          // bessel_i1(x)
  kBesselI1e,         // bessel_i1e(x)
  kBesselJ0,          // bessel_j0(x)
  kBesselJ1,          // bessel_j1(x)
  kBesselK0,          // bessel_k0(x)
  kBesselK0e,         // bessel_k0e(x)
  kBesselK1,          // bessel_k1(x)
  kBesselK1e,         // bessel_k1e(x)
  kBesselY0,          // bessel_y0(x)
  kBesselY1,          // bessel_y1(x)
  kBetainc,           // betainc(x, y, z)
  kBitwiseAnd,        // x & y
  kBitwiseOr,         // x | y
  kBitwiseXor,        // x ^ y
  kCast,  // x as C converts it to out_dtype; an integer that cannot represent it gets the low bits
          // of x as int32, or as int64 if it has 64 bits, which are the lowest value for NaN and
          // what is out of range
  kCeil,  // ceil(x)
  kClipByValue,        // (z < x ? z : x) < y ? y : z < x ? z : x
  kCos,                // cos(x)
  kCosh,               // cosh(x)
  kDawsn,              // dawsn(x)
  kDigamma,            // digamma(x)
  kDiv,                // x / y
  kDivNoNan,           // y == 0 ? 0 : x / y
  kElu,                // x < 0 ? expm1(x) : x
  kEluGrad,            // y < 0 ? (y + 1) * x : x
  kEqual,              // x == y
  kErf,                // erf(x)
  kErfc,               // erfc(x)
  kErfinv,             // erfinv(x)
  kExp,                // exp(x)
  kExpint,             // expint(x)
  kExpm1,              // expm1(x)
  kFloor,              // floor(x)
  kFloorDiv,           // floordiv(x, y)
  kFloorMod,           // floormod(x, y)
  kFresnelCos,         // fresnel_cos(x)
  kFresnelSin,         // fresnel_sin(x)
  kGelu,               // T(0.5) * x * erfc(x * T(-0.7071067811865476))
  kGreater,            // x > y
  kGreaterEqual,       // x >= y
  kIgamma,             // igamma(x, y)
  kIgammaGradA,        // igamma_grad_a(x, y)
  kIgammac,            // igammac(x, y)
  kInvert,             // ~x
  kIsFinite,           // isfinite(x)
  kIsInf,              // isinf(x)
  kIsNan,              // isnan(x)
  kLeakyRelu,          // x > 0 ? x : parameter * x
  kLeakyReluGrad,      // y > 0 ? x : parameter * x
  kLeftShift,          // shiftleft(x, y)
  kLess,               // x < y
  kLessEqual,          // x <= y
  kLgamma,             // lgamma(x)
  kLog,                // log(x)
  kLog1p,              // log1p(x)
  kLogicalAnd,         // x && y
  kLogicalNot,         // !x
  kLogicalOr,          // x || y
  kMaximum,            // max(x, y)
  kMinimum,            // min(x, y)
  kMul,                // product(x, y)
  kMulAdd,             // x * y + z
  kMulNoNan,           // y == 0 ? 0 : x * y
  kNdtri,              // ndtri(x)
  kNeg,                // negative(x)
  kNextAfter,          // nextafter(x, y)
  kNotEqual,           // x != y
  kOnesLike,           // max(T(x == 0), 1)
  kPolygamma,          // polygamma(x, y)
  kPopulationCount,    // the number of bits of x that are set
  kPow,                // pow(x, y)
  kRandomGammaGrad,    // random_gamma_grad(x, y)
  kReciprocal,         // 1 / x
  kReciprocalGrad,     // y == 0 ? 0 : -(x * y) * x
  kRelu,               // max(x, 0)
  kRelu6,              // min(max(x, 0), 6)
  kRelu6Grad,          // x * T(y > 0 && y < 6)
  kReluGrad,           // x * T(y > 0)
  kRightShift,         // shiftright(x, y)
  kRint,               // rint(x)
  kRsqrt,              // rsqrt(x)
  kRsqrtGrad,          // y == 0 ? 0 : T(-0.5) * (y * x) * (x * x)
  kSelect,             // x ? y : z
  kSelu,               // x < 0 ? T(1.7580993408473768) * expm1(x) : T(1.0507009873554805) * x
  kSeluGrad,           // y < 0 ? x * (y + T(1.7580993408473768)) : x * T(1.0507009873554805)
  kSigmoid,            // 1 / (1 + exp(-x))
  kSigmoidGrad,        // y * ((1 - x) * x)
  kSign,               // sign(x)
  kSin,                // sin(x)
  kSinh,               // sinh(x)
  kSoftplus,           // max(x, 0) + log1p(exp(-abs(x)))
  kSoftplusGrad,       // x / (exp(-y) + 1)
  kSoftsign,           // x / (1 + abs(x))
  kSoftsignGrad,       // x / ((1 + abs(y)) * (1 + abs(y)))
  kSpence,             // spence(x)
  kSqrt,               // sqrt(x)
  kSqrtGrad,           // y == 0 ? 0 : T(0.5) * y / x
  kSquare,             // product(x, x)
  kSquaredDifference,  // product(difference(x, y), difference(x, y))
  kSub,                // difference(x, y)
  kSubMul,             // (x - y) * z
  kTan,                // tan(x)
  kTanh,               // tanh(x)
  kTanhGrad,           // y * (1 - x * x)
  kTruncateDiv,        // truncatediv(x, y)
  kTruncateMod,        // truncatemod(x, y)
  kTruncatedCast,      // the same to a narrower floating-point type, rounded towards zero
  kXdivy,              // x == 0 ? 0 : x / y
  kXlog1py,            // x == 0 ? 0 : x * log1p(y)
  kXlogy,              // x == 0 ? 0 : x * log(y)
  kZeta,               // zeta(x, y)
};

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_FORMULA_H_
