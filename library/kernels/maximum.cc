// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Maximum {
  static constexpr auto kFormula = compute::Formula::kMaximum;

  template <typename T>
  T operator()(T x, T y) const {
    return max(x, y);
  }
};

}  // namespace formula

// Maximum(x: T, y: T) -> z: T
template <typename T>
class MaximumOp : public BinaryOp<T, formula::Maximum> {
 public:
  using BinaryOp<T, formula::Maximum>::BinaryOp;
};

}  // namespace pluggable
