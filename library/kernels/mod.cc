// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Mod {
  static constexpr auto kFormula = compute::Formula::kTruncateMod;

  template <typename T>
  T operator()(T x, T y) const {
    return truncatemod(x, y);
  }
};

}  // namespace formula

// Mod(x: T, y: T) -> z: T
template <typename T>
class ModOp : public BinaryOp<T, formula::Mod, T, NonZeroDivisor> {
 public:
  using BinaryOp<T, formula::Mod, T, NonZeroDivisor>::BinaryOp;
};

}  // namespace pluggable
