// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Rsqrt {
  static constexpr auto kFormula = compute::Formula::kRsqrt;

  template <typename T>
  T operator()(T x) const {
    return rsqrt(x);
  }
};

}  // namespace formula

// Rsqrt(x: T) -> y: T
template <typename T>
class RsqrtOp : public UnaryOp<T, formula::Rsqrt> {
 public:
  using UnaryOp<T, formula::Rsqrt>::UnaryOp;
};

}  // namespace pluggable
