// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "reference/elementwise.h"

namespace pluggable {

namespace formula {

struct NotEqual {
  static constexpr auto kFormula = compute::Formula::kNotEqual;

  template <typename T>
  bool operator()(T x, T y) const {
    return x != y;
  }
};

}  // namespace formula

// NotEqual(x: T, y: T) -> z: bool
template <typename T>
class NotEqualOp : public EqualityOp<T, formula::NotEqual, /*kForUnlike=*/true> {
 public:
  using EqualityOp<T, formula::NotEqual, true>::EqualityOp;
};

}  // namespace pluggable
