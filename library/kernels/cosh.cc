// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Cosh {
  static constexpr auto kFormula = compute::Formula::kCosh;

  template <typename T>
  T operator()(T x) const {
    return cosh(x);
  }
};

}  // namespace formula

// Cosh(x: T) -> y: T
template <typename T>
class CoshOp : public UnaryOp<T, formula::Cosh> {
 public:
  using UnaryOp<T, formula::Cosh>::UnaryOp;
};

}  // namespace pluggable
