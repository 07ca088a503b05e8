// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Square {
  static constexpr auto kFormula = compute::Formula::kSquare;

  template <typename T>
  T operator()(T x) const {
    return product(x, x);
  }
};

}  // namespace formula

// Square(x: T) -> y: T
template <typename T>
class SquareOp : public UnaryOp<T, formula::Square> {
 public:
  using UnaryOp<T, formula::Square>::UnaryOp;
};

}  // namespace pluggable
