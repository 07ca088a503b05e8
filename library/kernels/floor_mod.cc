// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct FloorMod {
  static constexpr auto kFormula = compute::Formula::kFloorMod;

  template <typename T>
  T operator()(T x, T y) const {
    return floormod(x, y);
  }
};

}  // namespace formula

// FloorMod(x: T, y: T) -> z: T
template <typename T>
class FloorModOp : public BinaryOp<T, formula::FloorMod, T, NonZeroDivisor> {
 public:
  using BinaryOp<T, formula::FloorMod, T, NonZeroDivisor>::BinaryOp;
};

}  // namespace pluggable
