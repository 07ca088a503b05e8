// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// ZerosLike(x: T) -> y: T
template <typename T>
class ZerosLikeOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    Tensor* y = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, ctx->input_shape(0), &y));
    if (y->NumElements() == 0) return;
    StridedCopy zeros;
    zeros.AddDim(y->NumElements(), 0, 1);
    EnqueueCopies(ctx, sizeof(T), {{zeros, nullptr, y->data()}});
  }
};

}  // namespace pluggable
