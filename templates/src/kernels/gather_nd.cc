//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/gather_nd.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename Tparams, typename Tindices>
class GatherNdOp : public OpKernel {
 public:
  explicit GatherNdOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadBadIndicesPolicy(ctx, &skip_));
  }

  void Compute(OpKernelContext* ctx) override {
    EnqueueGatherNd<Tparams, Tindices>(ctx, ctx->input(0), ctx->input(1), skip_);
  }

 private:
  bool skip_ = false;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
