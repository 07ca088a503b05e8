// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselJ0 {
  static constexpr auto kFormula = compute::Formula::kBesselJ0;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_j0(x);
  }
};

}  // namespace formula

// BesselJ0(x: T) -> y: T
template <typename T>
class BesselJ0Op : public UnaryOp<T, formula::BesselJ0> {
 public:
  using UnaryOp<T, formula::BesselJ0>::UnaryOp;
};

}  // namespace pluggable
