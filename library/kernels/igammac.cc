// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct Igammac {
  static constexpr auto kFormula = compute::Formula::kIgammac;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x, T y) const {
    return igammac(x, y);
  }
};

}  // namespace formula

// Igammac(a: T, x: T) -> z: T
template <typename T>
class IgammacOp : public BinaryOp<T, formula::Igammac> {
 public:
  using BinaryOp<T, formula::Igammac>::BinaryOp;
};

}  // namespace pluggable
