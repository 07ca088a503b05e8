// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/gradient.h"

namespace pluggable {

namespace formula {

struct RsqrtGrad {
  static constexpr auto kFormula = compute::Formula::kRsqrtGrad;

  template <typename T>
  T operator()(T x, T y) const {
    return y == 0 ? 0 : T(-0.5) * (y * x) * (x * x);
  }
};

}  // namespace formula

// RsqrtGrad(y: T, dy: T) -> z: T
template <typename T>
class RsqrtGradOp : public FunctionGradientOp<T, formula::RsqrtGrad> {
 public:
  using FunctionGradientOp<T, formula::RsqrtGrad>::FunctionGradientOp;
};

}  // namespace pluggable
