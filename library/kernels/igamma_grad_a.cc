// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct IgammaGradA {
  static constexpr auto kFormula = compute::Formula::kIgammaGradA;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x, T y) const {
    return igamma_grad_a(x, y);
  }
};

}  // namespace formula

// IgammaGradA(a: T, x: T) -> z: T
template <typename T>
class IgammaGradAOp : public BinaryOp<T, formula::IgammaGradA> {
 public:
  using BinaryOp<T, formula::IgammaGradA>::BinaryOp;
};

}  // namespace pluggable
