// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Xlog1py {
  static constexpr auto kFormula = compute::Formula::kXlog1py;

  template <typename T>
  T operator()(T x, T y) const {
    return x == 0 ? 0 : x * log1p(y);
  }
};

}  // namespace formula

// Xlog1py(x: T, y: T) -> z: T
template <typename T>
class Xlog1pyOp : public BinaryOp<T, formula::Xlog1py> {
 public:
  using BinaryOp<T, formula::Xlog1py>::BinaryOp;
};

}  // namespace pluggable
