// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"
#include "pluggable/variable.h"

#include "reference/strided_slice.h"

namespace pluggable {

// ResourceStridedSliceAssign(ref: resource, begin: Index, end: Index, strides: Index, value: T)
template <typename T, typename Index>
class ResourceStridedSliceAssignOp : public OpKernel {
 public:
  explicit ResourceStridedSliceAssignOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    masks_.Read(ctx);
  }

  void Compute(OpKernelContext* ctx) override {
    OP_REQUIRES_OK(ctx, CheckVariableAccess(*ctx, "ResourceStridedSliceAssign",
                                            "assign what tf.tensor_scatter_nd_update makes of "
                                            "tf.Variable.read_value()"));
    LockedVariables variable(ctx, {0}, DataTypeToEnum<T>::value);
    if (!variable.ok()) return;
    Tensor& ref = variable[0];
    StridedSliceSpec slice;
    OP_REQUIRES_OK(ctx,
                   slice.Init(ref.shape(), ctx->input(1), ctx->input(2), ctx->input(3), masks_));
    if (slice.shape().num_elements() == 0) return;
    const Tensor value = ctx->input(4);
    OP_REQUIRES(
        ctx, slice.Takes(value.shape()),
        errors::InvalidArgument("Cannot broadcast input shape ", value.shape().DebugString(),
                                " into final shape ", slice.shape().DebugString()));
    compute::StridedCopyPlan plan;
    plan.element_bytes = sizeof(T);
    plan.copies = {slice.CopyBack(value.shape()).Plan(sizeof(T), value.data(), ref.data())};
    OP_REQUIRES_OK(ctx, compute::StridedCopies(ctx->stream(), plan));
  }

 private:
  StridedSliceMasks masks_;
};

}  // namespace pluggable
