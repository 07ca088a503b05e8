// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Acos {
  static constexpr auto kFormula = compute::Formula::kAcos;

  template <typename T>
  T operator()(T x) const {
    return acos(x);
  }
};

}  // namespace formula

// Acos(x: T) -> y: T
template <typename T>
class AcosOp : public UnaryOp<T, formula::Acos> {
 public:
  using UnaryOp<T, formula::Acos>::UnaryOp;
};

}  // namespace pluggable
