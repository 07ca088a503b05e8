// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/space_to_depth.h"

namespace pluggable {

// SpaceToDepth(input: T) -> output: T
template <typename T>
class SpaceToDepthOp : public OpKernel {
 public:
  explicit SpaceToDepthOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, blocks_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    TensorShape shape;
    StridedCopy copy;
    OP_REQUIRES_OK(ctx, blocks_.ToDepth(input.shape(), &shape, &copy));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    EnqueueCopy(ctx, copy, input, output);
  }

 private:
  SpaceToDepth blocks_;
};

}  // namespace pluggable
