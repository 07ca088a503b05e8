// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/arg_reduction.h"

namespace pluggable {

// ArgMax(input: T, dimension: Tidx) -> output: output_type
template <typename T, typename Tidx, typename output_type>
class ArgMaxOp : public ArgReductionOp<T, output_type, /*kLargest=*/true> {
 public:
  using ArgReductionOp<T, output_type, true>::ArgReductionOp;
};

}  // namespace pluggable
