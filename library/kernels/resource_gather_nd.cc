// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"
#include "pluggable/variable.h"

#include "reference/gather_nd.h"

namespace pluggable {

// ResourceGatherNd(resource: resource, indices: Tindices) -> output: dtype
template <typename dtype, typename Tindices>
class ResourceGatherNdOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "ResourceGatherNd",
                                            "gather from what tf.Variable.read_value() returns"));
    LockedVariables variable(ctx, {0}, DataTypeToEnum<dtype>::value, VariableUse::kRead);
    if (!variable.ok()) return;
    EnqueueGatherNd(ctx, variable[0], ctx->input(1), /*skip=*/false);
  }
};

}  // namespace pluggable
