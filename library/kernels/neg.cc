// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Neg {
  static constexpr auto kFormula = compute::Formula::kNeg;

  template <typename T>
  T operator()(T x) const {
    return negative(x);
  }
};

}  // namespace formula

// Neg(x: T) -> y: T
template <typename T>
class NegOp : public UnaryOp<T, formula::Neg> {
 public:
  using UnaryOp<T, formula::Neg>::UnaryOp;
};

}  // namespace pluggable
