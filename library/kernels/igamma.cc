// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct Igamma {
  static constexpr auto kFormula = compute::Formula::kIgamma;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x, T y) const {
    return igamma(x, y);
  }
};

}  // namespace formula

// Igamma(a: T, x: T) -> z: T
template <typename T>
class IgammaOp : public BinaryOp<T, formula::Igamma> {
 public:
  using BinaryOp<T, formula::Igamma>::BinaryOp;
};

}  // namespace pluggable
