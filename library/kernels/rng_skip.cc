// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <cstdint>

#include "pluggable/op_kernel.h"
#include "pluggable/variable.h"

#include "reference/random_state.h"

namespace pluggable {

// RngSkip(resource: resource, algorithm: int64, delta: int64)
class RngSkipOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "RngSkip",
                                            "make the generator on the CPU, within "
                                            "tf.device(\"/CPU:0\")"));
    const Tensor algorithm = ctx->input(1);
    const Tensor delta = ctx->input(2);
    OP_REQUIRES(
        ctx, delta.dims() == 0,
        errors::InvalidArgument("delta must be a scalar, got shape ", delta.shape().DebugString()));
    OP_REQUIRES_OK(ctx, CheckStateAlgorithm(algorithm));
    LockedVariables variable(ctx, {0}, DT_INT64);
    if (!variable.ok()) return;
    OP_REQUIRES_OK(ctx, CheckState(variable[0].shape()));
    ctx->stream().Enqueue(
        1, [delta = static_cast<uint64_t>(delta.scalar<int64_t>()()),
            state = variable[0].span<int64_t>().data()] { SkipState(delta, OnDevice(state)); });
  }
};

}  // namespace pluggable
