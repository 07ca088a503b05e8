#include "pluggable/op_kernel.h"

namespace pluggable {

// NpuFence(handle: resource) -> same_handle: resource
class NpuFenceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor handle = ctx->input(0);
    OP_REQUIRES_OK(ctx, ctx->stream().Wait());
    ctx->set_output(0, handle);
  }
};

template KernelFunctions make_kernel<NpuFenceOp>();

}  // namespace pluggable
