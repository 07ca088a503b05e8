// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace pluggable {

namespace formula {

struct FresnelCos {
  static constexpr auto kFormula = compute::Formula::kFresnelCos;
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x) const {
    return fresnel_cos(x);
  }
};

}  // namespace formula

// FresnelCos(x: T) -> y: T
template <typename T>
class FresnelCosOp : public UnaryOp<T, formula::FresnelCos> {
 public:
  using UnaryOp<T, formula::FresnelCos>::UnaryOp;
};

}  // namespace pluggable
