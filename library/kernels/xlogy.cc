// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Xlogy {
  static constexpr auto kFormula = compute::Formula::kXlogy;

  template <typename T>
  T operator()(T x, T y) const {
    return x == 0 ? 0 : x * log(y);
  }
};

}  // namespace formula

// Xlogy(x: T, y: T) -> z: T
template <typename T>
class XlogyOp : public BinaryOp<T, formula::Xlogy> {
 public:
  using BinaryOp<T, formula::Xlogy>::BinaryOp;
};

}  // namespace pluggable
