// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/gradient.h"

namespace pluggable {

namespace formula {

struct InvGrad {
  static constexpr auto kFormula = compute::Formula::kReciprocalGrad;

  template <typename T>
  T operator()(T x, T y) const {
    return y == 0 ? 0 : -(x * y) * x;
  }
};

}  // namespace formula

// InvGrad(y: T, dy: T) -> z: T
template <typename T>
class InvGradOp : public FunctionGradientOp<T, formula::InvGrad> {
 public:
  using FunctionGradientOp<T, formula::InvGrad>::FunctionGradientOp;
};

}  // namespace pluggable
