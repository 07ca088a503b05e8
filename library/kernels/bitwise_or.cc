// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct BitwiseOr {
  static constexpr auto kFormula = compute::Formula::kBitwiseOr;

  template <typename T>
  T operator()(T x, T y) const {
    return x | y;
  }
};

}  // namespace formula

// BitwiseOr(x: T, y: T) -> z: T
template <typename T>
class BitwiseOrOp : public BinaryOp<T, formula::BitwiseOr> {
 public:
  using BinaryOp<T, formula::BitwiseOr>::BinaryOp;
};

}  // namespace pluggable
