// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Atan {
  static constexpr auto kFormula = compute::Formula::kAtan;

  template <typename T>
  T operator()(T x) const {
    return atan(x);
  }
};

}  // namespace formula

// Atan(x: T) -> y: T
template <typename T>
class AtanOp : public UnaryOp<T, formula::Atan> {
 public:
  using UnaryOp<T, formula::Atan>::UnaryOp;
};

}  // namespace pluggable
