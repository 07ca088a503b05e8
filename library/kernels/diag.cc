// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// Diag(diagonal: T) -> output: T
template <typename T>
class DiagOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor diagonal = ctx->input(0);
    OP_REQUIRES(ctx, diagonal.dims() > 0,
                errors::InvalidArgument("Input must be at least rank 1, got 0"));
    TensorShape shape = diagonal.shape();
    for (int d = 0; d < diagonal.dims(); ++d) shape.AddDim(diagonal.dim_size(d));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    const int64_t size = diagonal.NumElements();
    StridedCopy zeros;
    zeros.AddDim(output->NumElements(), 0, 1);
    StridedCopy copy;
    copy.AddDim(size, 1, size + 1);
    EnqueueCopies(ctx, sizeof(T),
                  {{zeros, nullptr, output->data()}, {copy, diagonal.data(), output->data()}});
  }
};

}  // namespace pluggable
