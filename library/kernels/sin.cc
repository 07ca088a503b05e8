// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Sin {
  static constexpr auto kFormula = compute::Formula::kSin;

  template <typename T>
  T operator()(T x) const {
    return sin(x);
  }
};

}  // namespace formula

// Sin(x: T) -> y: T
template <typename T>
class SinOp : public UnaryOp<T, formula::Sin> {
 public:
  using UnaryOp<T, formula::Sin>::UnaryOp;
};

}  // namespace pluggable
