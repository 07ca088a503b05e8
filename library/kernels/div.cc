// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Div {
  static constexpr auto kFormula = compute::Formula::kDiv;

  template <typename T>
  T operator()(T x, T y) const {
    return x / y;
  }
};

}  // namespace formula

// Div(x: T, y: T) -> z: T
template <typename T>
class DivOp : public BinaryOp<T, formula::Div> {
 public:
  using BinaryOp<T, formula::Div>::BinaryOp;
};

}  // namespace pluggable
