// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "reference/reduction.h"

namespace pluggable {

// Prod(input: T, reduction_indices: Tidx) -> output: T
template <typename T, typename Tidx>
class ProdOp : public ReductionOp<T, ProdReducer> {
 public:
  using ReductionOp<T, ProdReducer>::ReductionOp;
};

}  // namespace pluggable
