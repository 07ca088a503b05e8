// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Softsign {
  static constexpr auto kFormula = compute::Formula::kSoftsign;

  template <typename T>
  T operator()(T x) const {
    return x / (1 + abs(x));
  }
};

}  // namespace formula

// Softsign(features: T) -> activations: T
template <typename T>
class SoftsignOp : public UnaryOp<T, formula::Softsign> {
 public:
  using UnaryOp<T, formula::Softsign>::UnaryOp;
};

}  // namespace pluggable
