// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Add {
  static constexpr auto kFormula = compute::Formula::kAdd;

  template <typename T>
  T operator()(T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// Add(x: T, y: T) -> z: T
template <typename T>
class AddOp : public BinaryOp<T, formula::Add> {
 public:
  using BinaryOp<T, formula::Add>::BinaryOp;
};

}  // namespace pluggable
