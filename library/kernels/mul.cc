// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Mul {
  static constexpr auto kFormula = compute::Formula::kMul;

  template <typename T>
  T operator()(T x, T y) const {
    return product(x, y);
  }
};

}  // namespace formula

// Mul(x: T, y: T) -> z: T
template <typename T>
class MulOp : public BinaryOp<T, formula::Mul> {
 public:
  using BinaryOp<T, formula::Mul>::BinaryOp;
};

}  // namespace pluggable
