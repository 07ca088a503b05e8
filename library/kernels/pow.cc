// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Pow {
  static constexpr auto kFormula = compute::Formula::kPow;

  template <typename T>
  T operator()(T x, T y) const {
    return pow(x, y);
  }
};

}  // namespace formula

// Pow(x: T, y: T) -> z: T
template <typename T>
class PowOp : public BinaryOp<T, formula::Pow, T, NonNegativeExponent> {
 public:
  using BinaryOp<T, formula::Pow, T, NonNegativeExponent>::BinaryOp;
};

}  // namespace pluggable
