// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct Spence {
  static constexpr auto kFormula = compute::Formula::kSpence;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return spence(x);
  }
};

}  // namespace formula

// Spence(x: T) -> y: T
template <typename T>
class SpenceOp : public UnaryOp<T, formula::Spence> {
 public:
  using UnaryOp<T, formula::Spence>::UnaryOp;
};

}  // namespace pluggable
