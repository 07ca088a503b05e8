// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct IsInf {
  static constexpr auto kFormula = compute::Formula::kIsInf;

  template <typename T>
  bool operator()(T x) const {
    return isinf(x);
  }
};

}  // namespace formula

// IsInf(x: T) -> y: bool
template <typename T>
class IsInfOp : public UnaryOp<T, formula::IsInf, bool> {
 public:
  using UnaryOp<T, formula::IsInf, bool>::UnaryOp;
};

}  // namespace pluggable
