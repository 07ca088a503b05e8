// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Asin {
  static constexpr auto kFormula = compute::Formula::kAsin;

  template <typename T>
  T operator()(T x) const {
    return asin(x);
  }
};

}  // namespace formula

// Asin(x: T) -> y: T
template <typename T>
class AsinOp : public UnaryOp<T, formula::Asin> {
 public:
  using UnaryOp<T, formula::Asin>::UnaryOp;
};

}  // namespace pluggable
