// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselK0e {
  static constexpr auto kFormula = compute::Formula::kBesselK0e;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_k0e(x);
  }
};

}  // namespace formula

// BesselK0e(x: T) -> y: T
template <typename T>
class BesselK0eOp : public UnaryOp<T, formula::BesselK0e> {
 public:
  using UnaryOp<T, formula::BesselK0e>::UnaryOp;
};

}  // namespace pluggable
