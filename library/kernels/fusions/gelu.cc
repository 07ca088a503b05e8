// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Gelu {
  static constexpr auto kFormula = compute::Formula::kGelu;

  template <typename T>
  T operator()(T x) const {
    return gelu(x);
  }
};

}  // namespace formula

namespace fusions {

// Gelu(x: T) -> y: T
template <typename T>
class GeluOp : public UnaryOp<T, formula::Gelu> {
 public:
  using UnaryOp<T, formula::Gelu>::UnaryOp;
};

}  // namespace fusions

}  // namespace pluggable
