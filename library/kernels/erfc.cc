// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Erfc {
  static constexpr auto kFormula = compute::Formula::kErfc;

  template <typename T>
  T operator()(T x) const {
    return erfc(x);
  }
};

}  // namespace formula

// Erfc(x: T) -> y: T
template <typename T>
class ErfcOp : public UnaryOp<T, formula::Erfc> {
 public:
  using UnaryOp<T, formula::Erfc>::UnaryOp;
};

}  // namespace pluggable
