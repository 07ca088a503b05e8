#include "new_ops_npu/op_kernel.h"

namespace new_ops_npu {

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

}  // namespace new_ops_npu
