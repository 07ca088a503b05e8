// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/gradient.h"

namespace pluggable {

namespace formula {

struct SigmoidGrad {
  static constexpr auto kFormula = compute::Formula::kSigmoidGrad;

  template <typename T>
  T operator()(T x, T y) const {
    return y * ((1 - x) * x);
  }
};

}  // namespace formula

// SigmoidGrad(y: T, dy: T) -> z: T
template <typename T>
class SigmoidGradOp : public FunctionGradientOp<T, formula::SigmoidGrad> {
 public:
  using FunctionGradientOp<T, formula::SigmoidGrad>::FunctionGradientOp;
};

}  // namespace pluggable
