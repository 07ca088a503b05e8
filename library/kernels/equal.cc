// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "reference/elementwise.h"

namespace pluggable {

namespace formula {

struct Equal {
  static constexpr auto kFormula = compute::Formula::kEqual;

  template <typename T>
  bool operator()(T x, T y) const {
    return x == y;
  }
};

}  // namespace formula

// Equal(x: T, y: T) -> z: bool
template <typename T>
class EqualOp : public EqualityOp<T, formula::Equal, /*kForUnlike=*/false> {
 public:
  using EqualityOp<T, formula::Equal, false>::EqualityOp;
};

}  // namespace pluggable
