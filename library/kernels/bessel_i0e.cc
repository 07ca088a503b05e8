// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselI0e {
  static constexpr auto kFormula = compute::Formula::kBesselI0e;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_i0e(x);
  }
};

}  // namespace formula

// BesselI0e(x: T) -> y: T
template <typename T>
class BesselI0eOp : public UnaryOp<T, formula::BesselI0e> {
 public:
  using UnaryOp<T, formula::BesselI0e>::UnaryOp;
};

}  // namespace pluggable
