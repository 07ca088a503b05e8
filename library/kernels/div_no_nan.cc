// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct DivNoNan {
  static constexpr auto kFormula = compute::Formula::kDivNoNan;

  template <typename T>
  T operator()(T x, T y) const {
    return y == 0 ? 0 : x / y;
  }
};

}  // namespace formula

// DivNoNan(x: T, y: T) -> z: T
template <typename T>
class DivNoNanOp : public BinaryOp<T, formula::DivNoNan> {
 public:
  using BinaryOp<T, formula::DivNoNan>::BinaryOp;
};

}  // namespace pluggable
