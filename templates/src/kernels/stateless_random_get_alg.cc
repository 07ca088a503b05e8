#include "@plugin.name@/op_kernel.h"

namespace @plugin.name@ {

// @kernel.signature@
class StatelessRandomGetAlgOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  // The number of Philox, in host memory.
  void Compute(OpKernelContext* ctx) override {
    Tensor* algorithm = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &algorithm));
    algorithm->scalar<int32_t>()() = 1;
  }
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
