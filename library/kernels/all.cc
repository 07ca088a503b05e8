// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/reduction.h"

namespace pluggable {

// All(input: bool, reduction_indices: Tidx) -> output: bool
template <typename Tidx>
class AllOp : public ReductionOp<bool, AllReducer> {
 public:
  using ReductionOp<bool, AllReducer>::ReductionOp;
};

}  // namespace pluggable
