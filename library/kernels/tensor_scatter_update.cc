// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace pluggable {

namespace formula {

struct TensorScatterUpdate {
  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return y;
  }
};

}  // namespace formula

// TensorScatterUpdate(tensor: T, indices: Tindices, updates: T) -> output: T
template <typename T, typename Tindices>
class TensorScatterUpdateOp : public TensorScatterOp<T, Tindices, formula::TensorScatterUpdate> {
 public:
  using TensorScatterOp<T, Tindices, formula::TensorScatterUpdate>::TensorScatterOp;
};

}  // namespace pluggable
