// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Xdivy {
  static constexpr auto kFormula = compute::Formula::kXdivy;

  template <typename T>
  T operator()(T x, T y) const {
    return x == 0 ? 0 : x / y;
  }
};

}  // namespace formula

// Xdivy(x: T, y: T) -> z: T
template <typename T>
class XdivyOp : public BinaryOp<T, formula::Xdivy> {
 public:
  using BinaryOp<T, formula::Xdivy>::BinaryOp;
};

}  // namespace pluggable
