// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Asinh {
  static constexpr auto kFormula = compute::Formula::kAsinh;

  template <typename T>
  T operator()(T x) const {
    return asinh(x);
  }
};

}  // namespace formula

// Asinh(x: T) -> y: T
template <typename T>
class AsinhOp : public UnaryOp<T, formula::Asinh> {
 public:
  using UnaryOp<T, formula::Asinh>::UnaryOp;
};

}  // namespace pluggable
