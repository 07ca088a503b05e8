// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct IsFinite {
  static constexpr auto kFormula = compute::Formula::kIsFinite;

  template <typename T>
  bool operator()(T x) const {
    return isfinite(x);
  }
};

}  // namespace formula

// IsFinite(x: T) -> y: bool
template <typename T>
class IsFiniteOp : public UnaryOp<T, formula::IsFinite, bool> {
 public:
  using UnaryOp<T, formula::IsFinite, bool>::UnaryOp;
};

}  // namespace pluggable
