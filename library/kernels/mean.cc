// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "reference/reduction.h"

namespace pluggable {

// Mean(input: T, reduction_indices: Tidx) -> output: T
template <typename T, typename Tidx>
class MeanOp : public ReductionOp<T, MeanReducer> {
 public:
  using ReductionOp<T, MeanReducer>::ReductionOp;
};

}  // namespace pluggable
