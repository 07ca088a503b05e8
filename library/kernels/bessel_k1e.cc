// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselK1e {
  static constexpr auto kFormula = compute::Formula::kBesselK1e;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_k1e(x);
  }
};

}  // namespace formula

// BesselK1e(x: T) -> y: T
template <typename T>
class BesselK1eOp : public UnaryOp<T, formula::BesselK1e> {
 public:
  using UnaryOp<T, formula::BesselK1e>::UnaryOp;
};

}  // namespace pluggable
