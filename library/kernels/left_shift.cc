// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct LeftShift {
  static constexpr auto kFormula = compute::Formula::kLeftShift;

  template <typename T>
  T operator()(T x, T y) const {
    return shiftleft(x, y);
  }
};

}  // namespace formula

// LeftShift(x: T, y: T) -> z: T
template <typename T>
class LeftShiftOp : public BinaryOp<T, formula::LeftShift> {
 public:
  using BinaryOp<T, formula::LeftShift>::BinaryOp;
};

}  // namespace pluggable
