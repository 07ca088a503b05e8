// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Minimum {
  static constexpr auto kFormula = compute::Formula::kMinimum;

  template <typename T>
  T operator()(T x, T y) const {
    return min(x, y);
  }
};

}  // namespace formula

// Minimum(x: T, y: T) -> z: T
template <typename T>
class MinimumOp : public BinaryOp<T, formula::Minimum> {
 public:
  using BinaryOp<T, formula::Minimum>::BinaryOp;
};

}  // namespace pluggable
