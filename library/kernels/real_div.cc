// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct RealDiv {
  static constexpr auto kFormula = compute::Formula::kDiv;

  template <typename T>
  T operator()(T x, T y) const {
    return x / y;
  }
};

}  // namespace formula

// RealDiv(x: T, y: T) -> z: T
template <typename T>
class RealDivOp : public BinaryOp<T, formula::RealDiv> {
 public:
  using BinaryOp<T, formula::RealDiv>::BinaryOp;
};

}  // namespace pluggable
