// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "reference/reduction.h"

namespace pluggable {

// Sum(input: T, reduction_indices: Tidx) -> output: T
template <typename T, typename Tidx>
class SumOp : public ReductionOp<T, SumReducer> {
 public:
  using ReductionOp<T, SumReducer>::ReductionOp;
};

}  // namespace pluggable
