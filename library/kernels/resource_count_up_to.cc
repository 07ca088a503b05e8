// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <cstdint>
#include <limits>

#include "pluggable/op_kernel.h"
#include "pluggable/variable.h"

namespace pluggable {

// ResourceCountUpTo(resource: resource) -> output: T
template <typename T>
class ResourceCountUpToOp : public OpKernel {
 public:
  explicit ResourceCountUpToOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("limit", &limit_));
  }

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(
        ctx, CheckVariableAccess(*ctx, "ResourceCountUpTo", "compare the variable, and add to it"));
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

}  // namespace pluggable
