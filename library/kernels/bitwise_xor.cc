// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct BitwiseXor {
  static constexpr auto kFormula = compute::Formula::kBitwiseXor;

  template <typename T>
  T operator()(T x, T y) const {
    return x ^ y;
  }
};

}  // namespace formula

// BitwiseXor(x: T, y: T) -> z: T
template <typename T>
class BitwiseXorOp : public BinaryOp<T, formula::BitwiseXor> {
 public:
  using BinaryOp<T, formula::BitwiseXor>::BinaryOp;
};

}  // namespace pluggable
