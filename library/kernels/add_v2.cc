// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct AddV2 {
  static constexpr auto kFormula = compute::Formula::kAdd;

  template <typename T>
  T operator()(T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// AddV2(x: T, y: T) -> z: T
template <typename T>
class AddV2Op : public BinaryOp<T, formula::AddV2> {
 public:
  using BinaryOp<T, formula::AddV2>::BinaryOp;
};

}  // namespace pluggable
