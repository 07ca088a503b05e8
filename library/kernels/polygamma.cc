// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct Polygamma {
  static constexpr auto kFormula = compute::Formula::kPolygamma;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x, T y) const {
    return polygamma(x, y);
  }
};

}  // namespace formula

// Polygamma(a: T, x: T) -> z: T
template <typename T>
class PolygammaOp : public BinaryOp<T, formula::Polygamma> {
 public:
  using BinaryOp<T, formula::Polygamma>::BinaryOp;
};

}  // namespace pluggable
