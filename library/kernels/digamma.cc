// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct Digamma {
  static constexpr auto kFormula = compute::Formula::kDigamma;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return digamma(x);
  }
};

}  // namespace formula

// Digamma(x: T) -> y: T
template <typename T>
class DigammaOp : public UnaryOp<T, formula::Digamma> {
 public:
  using UnaryOp<T, formula::Digamma>::UnaryOp;
};

}  // namespace pluggable
