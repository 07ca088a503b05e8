// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Relu6 {
  static constexpr auto kFormula = compute::Formula::kRelu6;

  template <typename T>
  T operator()(T x) const {
    return min(max(x, 0), 6);
  }
};

}  // namespace formula

// Relu6(features: T) -> activations: T
template <typename T>
class Relu6Op : public UnaryOp<T, formula::Relu6> {
 public:
  using UnaryOp<T, formula::Relu6>::UnaryOp;
};

}  // namespace pluggable
