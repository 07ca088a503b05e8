// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct TruncateMod {
  static constexpr auto kFormula = compute::Formula::kTruncateMod;

  template <typename T>
  T operator()(T x, T y) const {
    return truncatemod(x, y);
  }
};

}  // namespace formula

// TruncateMod(x: T, y: T) -> z: T
template <typename T>
class TruncateModOp : public BinaryOp<T, formula::TruncateMod, T, NonZeroDivisor> {
 public:
  using BinaryOp<T, formula::TruncateMod, T, NonZeroDivisor>::BinaryOp;
};

}  // namespace pluggable
