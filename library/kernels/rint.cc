// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Rint {
  static constexpr auto kFormula = compute::Formula::kRint;

  template <typename T>
  T operator()(T x) const {
    return rint(x);
  }
};

}  // namespace formula

// Rint(x: T) -> y: T
template <typename T>
class RintOp : public UnaryOp<T, formula::Rint> {
 public:
  using UnaryOp<T, formula::Rint>::UnaryOp;
};

}  // namespace pluggable
