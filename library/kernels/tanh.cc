// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Tanh {
  static constexpr auto kFormula = compute::Formula::kTanh;

  template <typename T>
  T operator()(T x) const {
    return tanh(x);
  }
};

}  // namespace formula

// Tanh(x: T) -> y: T
template <typename T>
class TanhOp : public UnaryOp<T, formula::Tanh> {
 public:
  using UnaryOp<T, formula::Tanh>::UnaryOp;
};

}  // namespace pluggable
