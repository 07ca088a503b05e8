// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Floor {
  static constexpr auto kFormula = compute::Formula::kFloor;

  template <typename T>
  T operator()(T x) const {
    return floor(x);
  }
};

}  // namespace formula

// Floor(x: T) -> y: T
template <typename T>
class FloorOp : public UnaryOp<T, formula::Floor> {
 public:
  using UnaryOp<T, formula::Floor>::UnaryOp;
};

}  // namespace pluggable
