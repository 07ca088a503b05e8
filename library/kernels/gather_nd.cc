// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/gather_nd.h"

namespace pluggable {

// GatherNd(params: Tparams, indices: Tindices) -> output: Tparams
template <typename Tparams, typename Tindices>
class GatherNdOp : public OpKernel {
 public:
  explicit GatherNdOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadBadIndicesPolicy(ctx, &skip_));
  }

  void Compute(OpKernelContext* ctx) override {
    EnqueueGatherNd(ctx, ctx->input(0), ctx->input(1), skip_);
  }

 private:
  bool skip_ = false;
};

}  // namespace pluggable
