// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselY0 {
  static constexpr auto kFormula = compute::Formula::kBesselY0;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_y0(x);
  }
};

}  // namespace formula

// BesselY0(x: T) -> y: T
template <typename T>
class BesselY0Op : public UnaryOp<T, formula::BesselY0> {
 public:
  using UnaryOp<T, formula::BesselY0>::UnaryOp;
};

}  // namespace pluggable
