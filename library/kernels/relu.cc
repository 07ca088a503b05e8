// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Relu {
  static constexpr auto kFormula = compute::Formula::kRelu;

  template <typename T>
  T operator()(T x) const {
    return max(x, 0);
  }
};

}  // namespace formula

// Relu(features: T) -> activations: T
template <typename T>
class ReluOp : public UnaryOp<T, formula::Relu> {
 public:
  using UnaryOp<T, formula::Relu>::UnaryOp;
};

}  // namespace pluggable
