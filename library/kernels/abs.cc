// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Abs {
  static constexpr auto kFormula = compute::Formula::kAbs;

  template <typename T>
  T operator()(T x) const {
    return abs(x);
  }
};

}  // namespace formula

// Abs(x: T) -> y: T
template <typename T>
class AbsOp : public UnaryOp<T, formula::Abs> {
 public:
  using UnaryOp<T, formula::Abs>::UnaryOp;
};

}  // namespace pluggable
