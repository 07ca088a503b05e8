// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Sub {
  static constexpr auto kFormula = compute::Formula::kSub;

  template <typename T>
  T operator()(T x, T y) const {
    return difference(x, y);
  }
};

}  // namespace formula

// Sub(x: T, y: T) -> z: T
template <typename T>
class SubOp : public BinaryOp<T, formula::Sub> {
 public:
  using BinaryOp<T, formula::Sub>::BinaryOp;
};

}  // namespace pluggable
