// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Sigmoid {
  static constexpr auto kFormula = compute::Formula::kSigmoid;

  template <typename T>
  T operator()(T x) const {
    return 1 / (1 + exp(-x));
  }
};

}  // namespace formula

// Sigmoid(x: T) -> y: T
template <typename T>
class SigmoidOp : public UnaryOp<T, formula::Sigmoid> {
 public:
  using UnaryOp<T, formula::Sigmoid>::UnaryOp;
};

}  // namespace pluggable
