#include <utility>

//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/space_to_depth.h"

namespace @plugin.name@ {

// @kernel.signature@
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
    EnqueueCopy(ctx, std::move(copy), input, output);
  }

 private:
  SpaceToDepth blocks_;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
