// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Exp {
  static constexpr auto kFormula = compute::Formula::kExp;

  template <typename T>
  T operator()(T x) const {
    return exp(x);
  }
};

}  // namespace formula

// Exp(x: T) -> y: T
template <typename T>
class ExpOp : public UnaryOp<T, formula::Exp> {
 public:
  using UnaryOp<T, formula::Exp>::UnaryOp;
};

}  // namespace pluggable
