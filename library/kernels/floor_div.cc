// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"
#include "reference/quotient.h"

namespace pluggable {

namespace formula {

struct FloorDiv {
  static constexpr auto kFormula = compute::Formula::kFloorDiv;

  template <typename T>
  T operator()(T x, T y) const {
    return floordiv(x, y);
  }
};

}  // namespace formula

// FloorDiv(x: T, y: T) -> z: T
template <typename T>
class FloorDivOp : public QuotientOp<T, formula::FloorDiv> {
 public:
  using QuotientOp<T, formula::FloorDiv>::QuotientOp;
};

}  // namespace pluggable
