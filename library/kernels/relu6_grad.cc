// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/gradient.h"

namespace pluggable {

namespace formula {

struct Relu6Grad {
  static constexpr auto kFormula = compute::Formula::kRelu6Grad;
  static constexpr const char* kOp = "Relu6Grad";

  template <typename T>
  T operator()(T x, T y) const {
    return x * T(y > 0 && y < 6);
  }
};

}  // namespace formula

// Relu6Grad(gradients: T, features: T) -> backprops: T
template <typename T>
class Relu6GradOp : public ActivationGradientOp<T, formula::Relu6Grad> {
 public:
  using ActivationGradientOp<T, formula::Relu6Grad>::ActivationGradientOp;
};

}  // namespace pluggable
