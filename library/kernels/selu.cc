// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/elementwise.h"
#include "reference/formula.h"

namespace pluggable {

namespace formula {

struct Selu {
  static constexpr auto kFormula = compute::Formula::kSelu;

  template <typename T>
  T operator()(T x) const {
    return x < 0 ? T(1.7580993408473768) * expm1(x) : T(1.0507009873554805) * x;
  }
};

}  // namespace formula

// Selu(features: T) -> activations: T
template <typename T>
class SeluOp : public UnaryOp<T, formula::Selu> {
 public:
  using UnaryOp<T, formula::Selu>::UnaryOp;
};

}  // namespace pluggable
