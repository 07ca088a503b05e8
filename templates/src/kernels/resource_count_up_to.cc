#include <cstdint>
#include <limits>

#include "@plugin.name@/op_kernel.h"
#include "@plugin.name@/variable.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T>
class ResourceCountUpToOp : public OpKernel {
 public:
  explicit ResourceCountUpToOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("limit", &limit_));
  }

  void Compute(OpKernelContext* ctx) override {
//% if not api.variables.always
    OP_REQUIRES_OK(
        ctx, CheckVariableAccess(*ctx, "ResourceCountUpTo", "compare the variable, and add to it"));
//% end
    LockedVariables variable(ctx, {0}, DataTypeToEnum<T>::value);
    if (!variable.ok()) return;
    OP_REQUIRES(
        ctx, variable[0].dims() == 0,
        errors::InvalidArgument("input is not a scalar: ", variable[0].shape().DebugString()));
    Tensor* before = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &before));
    ctx->stream().Enqueue(1,
                          [limit = limit_, count = variable[0].span<T>().data(),
                           before = before->span<T>().data()]() -> Status {
                            T& value = *OnDevice(count);
                            if (value >= limit || value == std::numeric_limits<T>::max()) {
                              return errors::OutOfRange("Reached limit of ", limit);
                            }
                            *OnDevice(before) = value;
                            ++value;
                            return Status();
                          });
  }

 private:
  int64_t limit_ = 0;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
