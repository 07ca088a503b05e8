// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct BesselI1 {
  static constexpr auto kFormula = compute::Formula::kBesselI1;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return bessel_i1(x);
  }
};

}  // namespace formula

// BesselI1(x: T) -> y: T
template <typename T>
class BesselI1Op : public UnaryOp<T, formula::BesselI1> {
 public:
  using UnaryOp<T, formula::BesselI1>::UnaryOp;
};

}  // namespace pluggable
