// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct RightShift {
  static constexpr auto kFormula = compute::Formula::kRightShift;

  template <typename T>
  T operator()(T x, T y) const {
    return shiftright(x, y);
  }
};

}  // namespace formula

// RightShift(x: T, y: T) -> z: T
template <typename T>
class RightShiftOp : public BinaryOp<T, formula::RightShift> {
 public:
  using BinaryOp<T, formula::RightShift>::BinaryOp;
};

}  // namespace pluggable
