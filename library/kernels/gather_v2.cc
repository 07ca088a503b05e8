// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/gather.h"
#include "reference/gather.h"
#include "reference/host_values.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
template <typename Tindices>
class GatherV2OfAnyType : public OpKernel {
 public:
  explicit GatherV2OfAnyType(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("batch_dims", &batch_dims_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor params = ctx->input(0);
    const Tensor indices = ctx->input(1);
    const Tensor axis = ctx->input(2);
    OP_REQUIRES(ctx, axis.dims() == 0, errors::InvalidArgument("axis must be scalar"));
    OP_REQUIRES(ctx, params.dims() >= 1,
                errors::InvalidArgument("params must be at least 1 dimensional"));
    Gather gather;
    OP_REQUIRES_OK(ctx,
                   gather.Init(params.shape(), indices.shape(), HostValues(axis)[0], batch_dims_));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, gather.shape(), &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(ctx, compute::Gather(ctx->stream(), gather.Plan(params, indices, output)));
  }

 private:
  int32_t batch_dims_ = 0;
};

// GatherV2(params: Tparams, indices: Tindices, axis: Taxis) -> output: Tparams
template <typename Tparams, typename Tindices, typename Taxis>
class GatherV2Op : public GatherV2OfAnyType<Tindices> {
 public:
  using GatherV2OfAnyType<Tindices>::GatherV2OfAnyType;
};

}  // namespace pluggable
