// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Reciprocal {
  static constexpr auto kFormula = compute::Formula::kReciprocal;

  template <typename T>
  T operator()(T x) const {
    return 1 / x;
  }
};

}  // namespace formula

// Reciprocal(x: T) -> y: T
template <typename T>
class ReciprocalOp : public UnaryOp<T, formula::Reciprocal> {
 public:
  using UnaryOp<T, formula::Reciprocal>::UnaryOp;
};

}  // namespace pluggable
