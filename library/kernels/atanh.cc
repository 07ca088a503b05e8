// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Atanh {
  static constexpr auto kFormula = compute::Formula::kAtanh;

  template <typename T>
  T operator()(T x) const {
    return atanh(x);
  }
};

}  // namespace formula

// Atanh(x: T) -> y: T
template <typename T>
class AtanhOp : public UnaryOp<T, formula::Atanh> {
 public:
  using UnaryOp<T, formula::Atanh>::UnaryOp;
};

}  // namespace pluggable
