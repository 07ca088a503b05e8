// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Softplus {
  static constexpr auto kFormula = compute::Formula::kSoftplus;

  template <typename T>
  T operator()(T x) const {
    return max(x, 0) + log1p(exp(-abs(x)));
  }
};

}  // namespace formula

// Softplus(features: T) -> activations: T
template <typename T>
class SoftplusOp : public UnaryOp<T, formula::Softplus> {
 public:
  using UnaryOp<T, formula::Softplus>::UnaryOp;
};

}  // namespace pluggable
