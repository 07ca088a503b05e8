// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselJ1 {
  static constexpr auto kFormula = compute::Formula::kBesselJ1;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_j1(x);
  }
};

}  // namespace formula

// BesselJ1(x: T) -> y: T
template <typename T>
class BesselJ1Op : public UnaryOp<T, formula::BesselJ1> {
 public:
  using UnaryOp<T, formula::BesselJ1>::UnaryOp;
};

}  // namespace pluggable
