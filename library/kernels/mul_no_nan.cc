// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct MulNoNan {
  static constexpr auto kFormula = compute::Formula::kMulNoNan;

  template <typename T>
  T operator()(T x, T y) const {
    return y == 0 ? 0 : x * y;
  }
};

}  // namespace formula

// MulNoNan(x: T, y: T) -> z: T
template <typename T>
class MulNoNanOp : public BinaryOp<T, formula::MulNoNan> {
 public:
  using BinaryOp<T, formula::MulNoNan>::BinaryOp;
};

}  // namespace pluggable
