// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselI1e {
  static constexpr auto kFormula = compute::Formula::kBesselI1e;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_i1e(x);
  }
};

}  // namespace formula

// BesselI1e(x: T) -> y: T
template <typename T>
class BesselI1eOp : public UnaryOp<T, formula::BesselI1e> {
 public:
  using UnaryOp<T, formula::BesselI1e>::UnaryOp;
};

}  // namespace pluggable
