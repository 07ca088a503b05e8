// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/gradient.h"

namespace pluggable {

namespace formula {

struct SoftplusGrad {
  static constexpr auto kFormula = compute::Formula::kSoftplusGrad;
  static constexpr const char* kOp = "SoftplusGrad";

  template <typename T>
  T operator()(T x, T y) const {
    return x / (exp(-y) + 1);
  }
};

}  // namespace formula

// SoftplusGrad(gradients: T, features: T) -> backprops: T
template <typename T>
class SoftplusGradOp : public ActivationGradientOp<T, formula::SoftplusGrad> {
 public:
  using ActivationGradientOp<T, formula::SoftplusGrad>::ActivationGradientOp;
};

}  // namespace pluggable
