// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct Ndtri {
  static constexpr auto kFormula = compute::Formula::kNdtri;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return ndtri(x);
  }
};

}  // namespace formula

// Ndtri(x: T) -> y: T
template <typename T>
class NdtriOp : public UnaryOp<T, formula::Ndtri> {
 public:
  using UnaryOp<T, formula::Ndtri>::UnaryOp;
};

}  // namespace pluggable
