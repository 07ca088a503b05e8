// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Invert {
  static constexpr auto kFormula = compute::Formula::kInvert;

  template <typename T>
  T operator()(T x) const {
    return ~x;
  }
};

}  // namespace formula

// Invert(x: T) -> y: T
template <typename T>
class InvertOp : public UnaryOp<T, formula::Invert> {
 public:
  using UnaryOp<T, formula::Invert>::UnaryOp;
};

}  // namespace pluggable
