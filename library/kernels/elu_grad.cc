// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/gradient.h"

namespace pluggable {

namespace formula {

struct EluGrad {
  static constexpr auto kFormula = compute::Formula::kEluGrad;
  static constexpr const char* kOp = "EluGrad";

  template <typename T>
  T operator()(T x, T y) const {
    return y < 0 ? (y + 1) * x : x;
  }
};

}  // namespace formula

// EluGrad(gradients: T, outputs: T) -> backprops: T
template <typename T>
class EluGradOp : public ActivationGradientOp<T, formula::EluGrad> {
 public:
  using ActivationGradientOp<T, formula::EluGrad>::ActivationGradientOp;
};

}  // namespace pluggable
