// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Round {
  static constexpr auto kFormula = compute::Formula::kRint;

  template <typename T>
  T operator()(T x) const {
    return rint(x);
  }
};

}  // namespace formula

// Round(x: T) -> y: T
template <typename T>
class RoundOp : public UnaryOp<T, formula::Round> {
 public:
  using UnaryOp<T, formula::Round>::UnaryOp;
};

}  // namespace pluggable
