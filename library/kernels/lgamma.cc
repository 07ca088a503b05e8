// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Lgamma {
  static constexpr auto kFormula = compute::Formula::kLgamma;

  template <typename T>
  T operator()(T x) const {
    return lgamma(x);
  }
};

}  // namespace formula

// Lgamma(x: T) -> y: T
template <typename T>
class LgammaOp : public UnaryOp<T, formula::Lgamma> {
 public:
  using UnaryOp<T, formula::Lgamma>::UnaryOp;
};

}  // namespace pluggable
