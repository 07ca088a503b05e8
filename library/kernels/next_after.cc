// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct NextAfter {
  static constexpr auto kFormula = compute::Formula::kNextAfter;

  template <typename T>
  T operator()(T x, T y) const {
    return nextafter(x, y);
  }
};

}  // namespace formula

// NextAfter(x1: T, x2: T) -> output: T
template <typename T>
class NextAfterOp : public BinaryOp<T, formula::NextAfter> {
 public:
  using BinaryOp<T, formula::NextAfter>::BinaryOp;
};

}  // namespace pluggable
