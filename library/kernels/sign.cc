// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Sign {
  static constexpr auto kFormula = compute::Formula::kSign;

  template <typename T>
  T operator()(T x) const {
    return sign(x);
  }
};

}  // namespace formula

// Sign(x: T) -> y: T
template <typename T>
class SignOp : public UnaryOp<T, formula::Sign> {
 public:
  using UnaryOp<T, formula::Sign>::UnaryOp;
};

}  // namespace pluggable
