// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct TensorScatterAdd {
  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// TensorScatterAdd(tensor: T, indices: Tindices, updates: T) -> output: T
template <typename T, typename Tindices>
class TensorScatterAddOp : public TensorScatterOp<T, Tindices, formula::TensorScatterAdd> {
 public:
  using TensorScatterOp<T, Tindices, formula::TensorScatterAdd>::TensorScatterOp;
};

}  // namespace pluggable
