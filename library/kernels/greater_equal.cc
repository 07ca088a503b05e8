// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct GreaterEqual {
  static constexpr auto kFormula = compute::Formula::kGreaterEqual;

  template <typename T>
  bool operator()(T x, T y) const {
    return x >= y;
  }
};

}  // namespace formula

// GreaterEqual(x: T, y: T) -> z: bool
template <typename T>
class GreaterEqualOp : public BinaryOp<T, formula::GreaterEqual, bool> {
 public:
  using BinaryOp<T, formula::GreaterEqual, bool>::BinaryOp;
};

}  // namespace pluggable
