// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/reduction.h"

namespace pluggable {

// Any(input: bool, reduction_indices: Tidx) -> output: bool
template <typename Tidx>
class AnyOp : public ReductionOp<bool, AnyReducer> {
 public:
  using ReductionOp<bool, AnyReducer>::ReductionOp;
};

}  // namespace pluggable
