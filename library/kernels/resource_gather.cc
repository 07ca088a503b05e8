// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"
#include "pluggable/variable.h"

#include "compute/gather.h"
#include "reference/gather.h"

namespace pluggable {

// ResourceGather(resource: resource, indices: Tindices) -> output: dtype
template <typename dtype, typename Tindices>
class ResourceGatherOp : public OpKernel {
 public:
  explicit ResourceGatherOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("batch_dims", &batch_dims_));
  }

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "ResourceGather",
                                            "gather from what tf.Variable.read_value() returns"));
    LockedVariables variable(ctx, {0}, DataTypeToEnum<dtype>::value, VariableUse::kRead);
    if (!variable.ok()) return;
    const Tensor& params = variable[0];
    const Tensor indices = ctx->input(1);
    OP_REQUIRES(ctx, params.dims() >= 1,
                errors::InvalidArgument("params must be at least 1 dimensional"));
    OP_REQUIRES(ctx, batch_dims_ >= 0 && batch_dims_ <= indices.dims(),
                errors::InvalidArgument("Expected batch_dims in the range [0, ", indices.dims(),
                                        "], but got ", batch_dims_));
    Gather gather;
    OP_REQUIRES_OK(ctx,
                   gather.Init(params.shape(), indices.shape(), /*axis=*/batch_dims_, batch_dims_));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, gather.shape(), &output));
    if (output->NumElements() == 0) {
      // TensorFlow's kernel also checks the indices of empty slices. The kernel of GatherV2 does
      // not. Only the host can report them, so the device is not asked.
      if (indices.NumElements() == 0) return;
      OP_REQUIRES_OK(ctx, compute::OnHost(ctx->stream(), gather.Plan(params, indices, output)));
      return;
    }
    OP_REQUIRES_OK(ctx, compute::Gather(ctx->stream(), gather.Plan(params, indices, output)));
  }

 private:
  int32_t batch_dims_ = 0;
};

}  // namespace pluggable
