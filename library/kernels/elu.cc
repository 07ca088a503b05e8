// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Elu {
  static constexpr auto kFormula = compute::Formula::kElu;

  template <typename T>
  T operator()(T x) const {
    return x < 0 ? expm1(x) : x;
  }
};

}  // namespace formula

// Elu(features: T) -> activations: T
template <typename T>
class EluOp : public UnaryOp<T, formula::Elu> {
 public:
  using UnaryOp<T, formula::Elu>::UnaryOp;
};

}  // namespace pluggable
