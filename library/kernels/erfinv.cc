// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct Erfinv {
  static constexpr auto kFormula = compute::Formula::kErfinv;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return erfinv(x);
  }
};

}  // namespace formula

// Erfinv(x: T) -> y: T
template <typename T>
class ErfinvOp : public UnaryOp<T, formula::Erfinv> {
 public:
  using UnaryOp<T, formula::Erfinv>::UnaryOp;
};

}  // namespace pluggable
