// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Greater {
  static constexpr auto kFormula = compute::Formula::kGreater;

  template <typename T>
  bool operator()(T x, T y) const {
    return x > y;
  }
};

}  // namespace formula

// Greater(x: T, y: T) -> z: bool
template <typename T>
class GreaterOp : public BinaryOp<T, formula::Greater, bool> {
 public:
  using BinaryOp<T, formula::Greater, bool>::BinaryOp;
};

}  // namespace pluggable
