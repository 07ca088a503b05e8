// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct FresnelSin {
  static constexpr auto kFormula = compute::Formula::kFresnelSin;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return fresnel_sin(x);
  }
};

}  // namespace formula

// FresnelSin(x: T) -> y: T
template <typename T>
class FresnelSinOp : public UnaryOp<T, formula::FresnelSin> {
 public:
  using UnaryOp<T, formula::FresnelSin>::UnaryOp;
};

}  // namespace pluggable
