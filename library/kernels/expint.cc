// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct Expint {
  static constexpr auto kFormula = compute::Formula::kExpint;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return expint(x);
  }
};

}  // namespace formula

// Expint(x: T) -> y: T
template <typename T>
class ExpintOp : public UnaryOp<T, formula::Expint> {
 public:
  using UnaryOp<T, formula::Expint>::UnaryOp;
};

}  // namespace pluggable
