// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/gradient.h"

namespace pluggable {

namespace formula {

struct TanhGrad {
  static constexpr auto kFormula = compute::Formula::kTanhGrad;

  template <typename T>
  T operator()(T x, T y) const {
    return y * (1 - x * x);
  }
};

}  // namespace formula

// TanhGrad(y: T, dy: T) -> z: T
template <typename T>
class TanhGradOp : public FunctionGradientOp<T, formula::TanhGrad> {
 public:
  using FunctionGradientOp<T, formula::TanhGrad>::FunctionGradientOp;
};

}  // namespace pluggable
