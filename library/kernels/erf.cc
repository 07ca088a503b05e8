// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Erf {
  static constexpr auto kFormula = compute::Formula::kErf;

  template <typename T>
  T operator()(T x) const {
    return erf(x);
  }
};

}  // namespace formula

// Erf(x: T) -> y: T
template <typename T>
class ErfOp : public UnaryOp<T, formula::Erf> {
 public:
  using UnaryOp<T, formula::Erf>::UnaryOp;
};

}  // namespace pluggable
