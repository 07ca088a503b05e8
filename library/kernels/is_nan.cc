// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct IsNan {
  static constexpr auto kFormula = compute::Formula::kIsNan;

  template <typename T>
  bool operator()(T x) const {
    return isnan(x);
  }
};

}  // namespace formula

// IsNan(x: T) -> y: bool
template <typename T>
class IsNanOp : public UnaryOp<T, formula::IsNan, bool> {
 public:
  using UnaryOp<T, formula::IsNan, bool>::UnaryOp;
};

}  // namespace pluggable
