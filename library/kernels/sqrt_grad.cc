// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/gradient.h"

namespace pluggable {

namespace formula {

struct SqrtGrad {
  static constexpr auto kFormula = compute::Formula::kSqrtGrad;

  template <typename T>
  T operator()(T x, T y) const {
    return y == 0 ? 0 : T(0.5) * y / x;
  }
};

}  // namespace formula

// SqrtGrad(y: T, dy: T) -> z: T
template <typename T>
class SqrtGradOp : public FunctionGradientOp<T, formula::SqrtGrad> {
 public:
  using FunctionGradientOp<T, formula::SqrtGrad>::FunctionGradientOp;
};

}  // namespace pluggable
