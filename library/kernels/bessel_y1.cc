// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselY1 {
  static constexpr auto kFormula = compute::Formula::kBesselY1;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_y1(x);
  }
};

}  // namespace formula

// BesselY1(x: T) -> y: T
template <typename T>
class BesselY1Op : public UnaryOp<T, formula::BesselY1> {
 public:
  using UnaryOp<T, formula::BesselY1>::UnaryOp;
};

}  // namespace pluggable
