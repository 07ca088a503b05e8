// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct TensorScatterMin {
  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y < x ? y : x;
  }
};

}  // namespace formula

// TensorScatterMin(tensor: T, indices: Tindices, updates: T) -> output: T
template <typename T, typename Tindices>
class TensorScatterMinOp : public TensorScatterOp<T, Tindices, formula::TensorScatterMin> {
 public:
  using TensorScatterOp<T, Tindices, formula::TensorScatterMin>::TensorScatterOp;
};

}  // namespace pluggable
