// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "reference/reduction.h"

namespace pluggable {

// Min(input: T, reduction_indices: Tidx) -> output: T
template <typename T, typename Tidx>
class MinOp : public ReductionOp<T, MinReducer> {
 public:
  using ReductionOp<T, MinReducer>::ReductionOp;
};

}  // namespace pluggable
