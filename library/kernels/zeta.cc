// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct Zeta {
  static constexpr auto kFormula = compute::Formula::kZeta;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x, T y) const {
    return zeta(x, y);
  }
};

}  // namespace formula

// Zeta(x: T, q: T) -> z: T
template <typename T>
class ZetaOp : public BinaryOp<T, formula::Zeta> {
 public:
  using BinaryOp<T, formula::Zeta>::BinaryOp;
};

}  // namespace pluggable
