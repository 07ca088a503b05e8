// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Ceil {
  static constexpr auto kFormula = compute::Formula::kCeil;

  template <typename T>
  T operator()(T x) const {
    return ceil(x);
  }
};

}  // namespace formula

// Ceil(x: T) -> y: T
template <typename T>
class CeilOp : public UnaryOp<T, formula::Ceil> {
 public:
  using UnaryOp<T, formula::Ceil>::UnaryOp;
};

}  // namespace pluggable
