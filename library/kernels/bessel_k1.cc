// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselK1 {
  static constexpr auto kFormula = compute::Formula::kBesselK1;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_k1(x);
  }
};

}  // namespace formula

// BesselK1(x: T) -> y: T
template <typename T>
class BesselK1Op : public UnaryOp<T, formula::BesselK1> {
 public:
  using UnaryOp<T, formula::BesselK1>::UnaryOp;
};

}  // namespace pluggable
