// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/select.h"

namespace pluggable {

// SelectV2(condition: bool, t: T, e: T) -> output: T
template <typename T>
class SelectV2Op : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape condition = ctx->input_shape(0);
    const TensorShape t = ctx->input_shape(1);
    const TensorShape e = ctx->input_shape(2);
    Broadcast broadcast;
    OP_REQUIRES(
        ctx, broadcast.Init({&condition, &t, &e}),
        errors::InvalidArgument("condition ", condition.DebugString(), ", then ", t.DebugString(),
                                ", and else ", e.DebugString(), " must be broadcastable"));
    EnqueueSelect<T>(ctx, std::move(broadcast));
  }
};

}  // namespace pluggable
