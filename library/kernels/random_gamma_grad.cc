// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct RandomGammaGrad {
  static constexpr auto kFormula = compute::Formula::kRandomGammaGrad;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x, T y) const {
    return random_gamma_grad(x, y);
  }
};

}  // namespace formula

// RandomGammaGrad(alpha: T, sample: T) -> output: T
template <typename T>
class RandomGammaGradOp : public BinaryOp<T, formula::RandomGammaGrad> {
 public:
  using BinaryOp<T, formula::RandomGammaGrad>::BinaryOp;
};

}  // namespace pluggable
