//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"
#include "@plugin.name@/variable.h"

#include "reference/gather_nd.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename dtype, typename Tindices>
class ResourceGatherNdOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
//% if not api.variables.always
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "ResourceGatherNd",
                                            "gather from what tf.Variable.read_value() returns"));
//% end
//% if api.variables.always
    LockedVariables variable(ctx, {0}, DataTypeToEnum<dtype>::value);
//% else
    LockedVariables variable(ctx, {0}, DataTypeToEnum<dtype>::value, VariableUse::kRead);
//% end
    if (!variable.ok()) return;
    EnqueueGatherNd<dtype, Tindices>(ctx, variable[0], ctx->input(1), /*skip=*/false);
  }
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
