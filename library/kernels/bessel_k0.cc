// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselK0 {
  static constexpr auto kFormula = compute::Formula::kBesselK0;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_k0(x);
  }
};

}  // namespace formula

// BesselK0(x: T) -> y: T
template <typename T>
class BesselK0Op : public UnaryOp<T, formula::BesselK0> {
 public:
  using UnaryOp<T, formula::BesselK0>::UnaryOp;
};

}  // namespace pluggable
