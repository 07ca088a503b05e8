// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Acosh {
  static constexpr auto kFormula = compute::Formula::kAcosh;

  template <typename T>
  T operator()(T x) const {
    return acosh(x);
  }
};

}  // namespace formula

// Acosh(x: T) -> y: T
template <typename T>
class AcoshOp : public UnaryOp<T, formula::Acosh> {
 public:
  using UnaryOp<T, formula::Acosh>::UnaryOp;
};

}  // namespace pluggable
