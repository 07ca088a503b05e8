// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Sqrt {
  static constexpr auto kFormula = compute::Formula::kSqrt;

  template <typename T>
  T operator()(T x) const {
    return sqrt(x);
  }
};

}  // namespace formula

// Sqrt(x: T) -> y: T
template <typename T>
class SqrtOp : public UnaryOp<T, formula::Sqrt> {
 public:
  using UnaryOp<T, formula::Sqrt>::UnaryOp;
};

}  // namespace pluggable
