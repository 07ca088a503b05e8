// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "reference/reduction.h"

namespace pluggable {

// Max(input: T, reduction_indices: Tidx) -> output: T
template <typename T, typename Tidx>
class MaxOp : public ReductionOp<T, MaxReducer> {
 public:
  using ReductionOp<T, MaxReducer>::ReductionOp;
};

}  // namespace pluggable
