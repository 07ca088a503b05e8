// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct SquaredDifference {
  static constexpr auto kFormula = compute::Formula::kSquaredDifference;

  template <typename T>
  T operator()(T x, T y) const {
    return product(difference(x, y), difference(x, y));
  }
};

}  // namespace formula

// SquaredDifference(x: T, y: T) -> z: T
template <typename T>
class SquaredDifferenceOp : public BinaryOp<T, formula::SquaredDifference> {
 public:
  using BinaryOp<T, formula::SquaredDifference>::BinaryOp;
};

}  // namespace pluggable
