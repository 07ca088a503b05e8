#include "formula/words.h"

#include <algorithm>
#include <iterator>

namespace plugingen::formula {
namespace {

constexpr std::string_view kNone;

// Shifts by at least 0 and less than the number of bits.
constexpr std::string_view kShiftLeft =
    "{ return (T)((U)x << (y > BITS - 1 ? BITS - 1 : y > 0 ? (int)y : 0)); }";
constexpr std::string_view kShiftRight =
    "{ return (T)(x >> (y > BITS - 1 ? BITS - 1 : y > 0 ? (int)y : 0)); }";

// Integers wrap around.
constexpr std::string_view kSum = "{ return (T)((W)x + (W)y); }";
constexpr std::string_view kDifference = "{ return (T)((W)x - (W)y); }";
constexpr std::string_view kProduct = "{ return (T)((W)x * (W)y); }";

constexpr std::string_view kPower = R"({
  W result = 1;
  W square = (W)x;
  for (T rest = y; rest > 0; rest /= 2) {
    if (rest % 2 != 0) result *= square;
    square *= square;
  }
  return (T)result;
})";

constexpr Word kWords[] = {
    {"abs", 1, false, "= fabs", "x < 0 ? negative(x) : x", "x"},
    {"acos", 1, false, "= acos", kNone, kNone},
    {"acosh", 1, false, "= acosh", kNone, kNone},
    {"asin", 1, false, "= asin", kNone, kNone},
    {"asinh", 1, false, "= asinh", kNone, kNone},
    {"atan", 1, false, "= atan", kNone, kNone},
    {"atan2", 2, false, "= atan2", kNone, kNone},
    {"atanh", 1, false, "= atanh", kNone, kNone},
    {"ceil", 1, false, "= ceil", kNone, kNone},
    {"copysign", 2, false, "= copysign", kNone, kNone},
    {"cos", 1, false, "= cos", kNone, kNone},
    {"cosh", 1, false, "= cosh", kNone, kNone},
    {"difference", 2, false, "x - y", kDifference, kDifference},
    {"erf", 1, false, "= erf", kNone, kNone},
    {"erfc", 1, false, "= erfc", kNone, kNone},
    {"exp", 1, false, "= exp", kNone, kNone},
    {"expm1", 1, false, "= expm1", kNone, kNone},
    {"floor", 1, false, "= floor", kNone, kNone},
    {"floordiv", 2, false, "floor(x / y)",
     "y == 0 ? 0 : y == -1 ? negative(x) : x / y - T(x % y != 0 && (x < 0) != (y < 0))",
     "y == 0 ? 0 : x / y"},
    {"floormod", 2, false,
     "truncatemod(x, y) != 0 && (truncatemod(x, y) < 0) != (y < 0) ? truncatemod(x, y) + y : "
     "truncatemod(x, y)",
     "truncatemod(x, y) != 0 && (x < 0) != (y < 0) ? truncatemod(x, y) + y : truncatemod(x, y)",
     "truncatemod(x, y)"},
    {"isfinite", 1, true, "x - x == 0", kNone, kNone},
    {"isinf", 1, true, "!isnan(x) && isnan(x - x)", kNone, kNone},
    {"isnan", 1, true, "x != x", kNone, kNone},
    {"lgamma", 1, false, "= lgamma", kNone, kNone},
    {"log", 1, false, "= log", kNone, kNone},
    {"log1p", 1, false, "= log1p", kNone, kNone},
    {"max", 2, false, "isnan(x) ? x : x > y ? x : y", "x > y ? x : y", "x > y ? x : y"},
    {"min", 2, false, "isnan(x) ? x : x < y ? x : y", "x < y ? x : y", "x < y ? x : y"},
    {"negative", 1, false, "-x", "{ return (T)(0 - (W)x); }", kNone},
    {"nextafter", 2, false, "= nextafter", kNone, kNone},
    {"pow", 2, false, "= pow", kPower, kPower},
    {"product", 2, false, "x * y", kProduct, kProduct},
    {"rint", 1, false, "= rint", kNone, kNone},
    {"rsqrt", 1, false, "1 / sqrt(x)", kNone, kNone},
    {"shiftleft", 2, false, kNone, kShiftLeft, kShiftLeft},
    {"shiftright", 2, false, kNone, kShiftRight, kShiftRight},
    {"sign", 1, false, "isnan(x) ? x : T(x > 0) - T(x < 0)", "T(x > 0) - T(x < 0)", "T(x > 0)"},
    {"sin", 1, false, "= sin", kNone, kNone},
    {"sinh", 1, false, "= sinh", kNone, kNone},
    {"sqrt", 1, false, "= sqrt", kNone, kNone},
    {"sum", 2, false, "x + y", kSum, kSum},
    {"tan", 1, false, "= tan", kNone, kNone},
    {"tanh", 1, false, "= tanh", kNone, kNone},
    {"trunc", 1, false, "= trunc", kNone, kNone},
    {"truncatediv", 2, false, "trunc(x / y)", "y == 0 ? 0 : y == -1 ? negative(x) : x / y",
     "y == 0 ? 0 : x / y"},
    {"truncatemod", 2, false, "= fmod", "y == 0 || y == -1 ? 0 : x % y", "y == 0 ? 0 : x % y"},
};

}  // namespace

const Word* FindWord(std::string_view name) {
  const auto* const found = std::find_if(std::begin(kWords), std::end(kWords),
                                         [name](const Word& word) { return word.name == name; });
  return found == std::end(kWords) ? nullptr : found;
}

}  // namespace plugingen::formula
