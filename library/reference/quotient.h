// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Quotients rounded to integers.

#ifndef PLUGGABLE_REFERENCE_QUOTIENT_H_
#define PLUGGABLE_REFERENCE_QUOTIENT_H_

#include <type_traits>

#include "reference/compute_type.h"
#include "reference/elementwise.h"

namespace pluggable {

// For half and bfloat16, the quotient is rounded to T before Formula rounds it to an integer:
// 2.9999 is 3 in half. Formula divides it by 1, which does not change it.
template <typename T, typename Formula>
struct OfRoundedQuotient {
  float operator()(float x, float y) const {
    return Formula()(static_cast<float>(static_cast<T>(x / y)), 1.0f);
  }
};

// z = Formula(x, y), the quotient as an integer.
template <typename T, typename Formula>
using QuotientOp =
    BinaryOp<T, std::conditional_t<kIsNarrowFloat<T>, OfRoundedQuotient<T, Formula>, Formula>, T,
             NonZeroDivisor>;

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_QUOTIENT_H_
