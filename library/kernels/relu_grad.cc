// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/gradient.h"

namespace pluggable {

namespace formula {

struct ReluGrad {
  static constexpr auto kFormula = compute::Formula::kReluGrad;
  static constexpr const char* kOp = "ReluGrad";

  template <typename T>
  T operator()(T x, T y) const {
    return x * T(y > 0);
  }
};

}  // namespace formula

// ReluGrad(gradients: T, features: T) -> backprops: T
template <typename T>
class ReluGradOp : public ActivationGradientOp<T, formula::ReluGrad> {
 public:
  using ActivationGradientOp<T, formula::ReluGrad>::ActivationGradientOp;
};

}  // namespace pluggable
