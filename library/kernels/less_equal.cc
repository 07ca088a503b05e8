// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct LessEqual {
  static constexpr auto kFormula = compute::Formula::kLessEqual;

  template <typename T>
  bool operator()(T x, T y) const {
    return x <= y;
  }
};

}  // namespace formula

// LessEqual(x: T, y: T) -> z: bool
template <typename T>
class LessEqualOp : public BinaryOp<T, formula::LessEqual, bool> {
 public:
  using BinaryOp<T, formula::LessEqual, bool>::BinaryOp;
};

}  // namespace pluggable
