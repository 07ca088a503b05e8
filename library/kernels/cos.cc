// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Cos {
  static constexpr auto kFormula = compute::Formula::kCos;

  template <typename T>
  T operator()(T x) const {
    return cos(x);
  }
};

}  // namespace formula

// Cos(x: T) -> y: T
template <typename T>
class CosOp : public UnaryOp<T, formula::Cos> {
 public:
  using UnaryOp<T, formula::Cos>::UnaryOp;
};

}  // namespace pluggable
