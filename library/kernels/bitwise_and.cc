// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct BitwiseAnd {
  static constexpr auto kFormula = compute::Formula::kBitwiseAnd;

  template <typename T>
  T operator()(T x, T y) const {
    return x & y;
  }
};

}  // namespace formula

// BitwiseAnd(x: T, y: T) -> z: T
template <typename T>
class BitwiseAndOp : public BinaryOp<T, formula::BitwiseAnd> {
 public:
  using BinaryOp<T, formula::BitwiseAnd>::BinaryOp;
};

}  // namespace pluggable
