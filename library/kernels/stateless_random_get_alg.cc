// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/op_kernel.h"

namespace pluggable {

// StatelessRandomGetAlg() -> alg: int32
class StatelessRandomGetAlgOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  // Returns Philox, as a value in host memory.
  void Compute(OpKernelContext* ctx) override {
    Tensor* algorithm = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &algorithm));
    algorithm->scalar<int32_t>()() = 1;
  }
};

}  // namespace pluggable
