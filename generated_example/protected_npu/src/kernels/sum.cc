#include "reference/reduction.h"

namespace protected_npu {

// Sum(input: T, reduction_indices: Tidx) -> output: T
template <typename T, typename Tidx>
class SumOp : public ReductionOp<T, Tidx, SumReducer> {
 public:
  using ReductionOp<T, Tidx, SumReducer>::ReductionOp;
};

template KernelFunctions make_kernel<SumOp<float, int32_t>>();

}  // namespace protected_npu
