// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Expm1 {
  static constexpr auto kFormula = compute::Formula::kExpm1;

  template <typename T>
  T operator()(T x) const {
    return expm1(x);
  }
};

}  // namespace formula

// Expm1(x: T) -> y: T
template <typename T>
class Expm1Op : public UnaryOp<T, formula::Expm1> {
 public:
  using UnaryOp<T, formula::Expm1>::UnaryOp;
};

}  // namespace pluggable
