// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/gradient.h"

namespace pluggable {

namespace formula {

struct SoftsignGrad {
  static constexpr auto kFormula = compute::Formula::kSoftsignGrad;
  static constexpr const char* kOp = "SoftsignGrad";

  template <typename T>
  T operator()(T x, T y) const {
    return x / ((1 + abs(y)) * (1 + abs(y)));
  }
};

}  // namespace formula

// SoftsignGrad(gradients: T, features: T) -> backprops: T
template <typename T>
class SoftsignGradOp : public ActivationGradientOp<T, formula::SoftsignGrad> {
 public:
  using ActivationGradientOp<T, formula::SoftsignGrad>::ActivationGradientOp;
};

}  // namespace pluggable
