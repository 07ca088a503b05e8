// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Tan {
  static constexpr auto kFormula = compute::Formula::kTan;

  template <typename T>
  T operator()(T x) const {
    return tan(x);
  }
};

}  // namespace formula

// Tan(x: T) -> y: T
template <typename T>
class TanOp : public UnaryOp<T, formula::Tan> {
 public:
  using UnaryOp<T, formula::Tan>::UnaryOp;
};

}  // namespace pluggable
