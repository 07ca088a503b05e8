// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/arg_reduction.h"

namespace pluggable {

// ArgMin(input: T, dimension: Tidx) -> output: output_type
template <typename T, typename Tidx, typename output_type>
class ArgMinOp : public ArgReductionOp<T, output_type, /*kLargest=*/false> {
 public:
  using ArgReductionOp<T, output_type, false>::ArgReductionOp;
};

}  // namespace pluggable
