#include "reference/reduction.h"

namespace protected_npu {

// Sum(input: T, reduction_indices: Tidx) -> output: T
template <typename T, typename Tidx>
class SumOp : public ReductionOp<T, SumReducer> {
 public:
  using ReductionOp<T, SumReducer>::ReductionOp;
};

template KernelFunctions make_kernel<SumOp<float, int32_t>>();

}  // namespace protected_npu
