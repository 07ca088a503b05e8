// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselI0 {
  static constexpr auto kFormula = compute::Formula::kBesselI0;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_i0(x);
  }
};

}  // namespace formula

// BesselI0(x: T) -> y: T
template <typename T>
class BesselI0Op : public UnaryOp<T, formula::BesselI0> {
 public:
  using UnaryOp<T, formula::BesselI0>::UnaryOp;
};

}  // namespace pluggable
