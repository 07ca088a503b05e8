// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Atan2 {
  static constexpr auto kFormula = compute::Formula::kAtan2;

  template <typename T>
  T operator()(T x, T y) const {
    return atan2(x, y);
  }
};

}  // namespace formula

// Atan2(y: T, x: T) -> z: T
template <typename T>
class Atan2Op : public BinaryOp<T, formula::Atan2> {
 public:
  using BinaryOp<T, formula::Atan2>::BinaryOp;
};

}  // namespace pluggable
