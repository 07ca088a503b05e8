// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct MeanWithoutBias {
  static constexpr auto kFormula = compute::Formula::kSub;

  template <typename T>
  T operator()(T x, T y) const {
    return x - y;
  }
};

}  // namespace formula

namespace fusions {

// MeanWithoutBias(mean: T, bias: T) -> difference: T
template <typename T>
class MeanWithoutBiasOp : public BinaryOp<T, formula::MeanWithoutBias> {
 public:
  using BinaryOp<T, formula::MeanWithoutBias>::BinaryOp;
};

}  // namespace fusions

}  // namespace pluggable
