// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Sinh {
  static constexpr auto kFormula = compute::Formula::kSinh;

  template <typename T>
  T operator()(T x) const {
    return sinh(x);
  }
};

}  // namespace formula

// Sinh(x: T) -> y: T
template <typename T>
class SinhOp : public UnaryOp<T, formula::Sinh> {
 public:
  using UnaryOp<T, formula::Sinh>::UnaryOp;
};

}  // namespace pluggable
