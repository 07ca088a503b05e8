// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/gradient.h"

namespace pluggable {

namespace formula {

struct SeluGrad {
  static constexpr auto kFormula = compute::Formula::kSeluGrad;
  static constexpr const char* kOp = "SeluGrad";

  template <typename T>
  T operator()(T x, T y) const {
    return y < 0 ? x * (y + T(1.7580993408473768)) : x * T(1.0507009873554805);
  }
};

}  // namespace formula

// SeluGrad(gradients: T, outputs: T) -> backprops: T
template <typename T>
class SeluGradOp : public ActivationGradientOp<T, formula::SeluGrad> {
 public:
  using ActivationGradientOp<T, formula::SeluGrad>::ActivationGradientOp;
};

}  // namespace pluggable
