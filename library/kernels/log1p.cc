// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Log1p {
  static constexpr auto kFormula = compute::Formula::kLog1p;

  template <typename T>
  T operator()(T x) const {
    return log1p(x);
  }
};

}  // namespace formula

// Log1p(x: T) -> y: T
template <typename T>
class Log1pOp : public UnaryOp<T, formula::Log1p> {
 public:
  using UnaryOp<T, formula::Log1p>::UnaryOp;
};

}  // namespace pluggable
