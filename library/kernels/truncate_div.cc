// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"
#include "reference/quotient.h"

namespace pluggable {

namespace formula {

struct TruncateDiv {
  static constexpr auto kFormula = compute::Formula::kTruncateDiv;

  template <typename T>
  T operator()(T x, T y) const {
    return truncatediv(x, y);
  }
};

}  // namespace formula

// TruncateDiv(x: T, y: T) -> z: T
template <typename T>
class TruncateDivOp : public QuotientOp<T, formula::TruncateDiv> {
 public:
  using QuotientOp<T, formula::TruncateDiv>::QuotientOp;
};

}  // namespace pluggable
