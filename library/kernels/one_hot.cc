// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/one_hot.h"
#include "reference/host_values.h"
#include "reference/one_hot.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class OneHotOfAnyType : public OpKernel {
 public:
  explicit OneHotOfAnyType(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axis", &axis_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor indices = ctx->input(0);
    const Tensor depth = ctx->input(1);
    const Tensor on_value = ctx->input(2);
    const Tensor off_value = ctx->input(3);
    const int rank = indices.dims() + 1;
    OP_REQUIRES(ctx, axis_ >= -1 && axis_ < rank,
                errors::InvalidArgument("Expected axis to be -1 or between [0, ", rank,
                                        ").  But received: ", axis_));
    OP_REQUIRES(
        ctx, depth.dims() == 0,
        errors::InvalidArgument("depth must be a scalar, but got: ", depth.shape().DebugString()));
    OP_REQUIRES(ctx, on_value.dims() == 0,
                errors::InvalidArgument("on_value must be a scalar, but got: ",
                                        on_value.shape().DebugString()));
    OP_REQUIRES(ctx, off_value.dims() == 0,
                errors::InvalidArgument("off_value must be a scalar, but got: ",
                                        off_value.shape().DebugString()));
    const CheckedInt size = HostValues(depth)[0];
    OP_REQUIRES(ctx, size >= 0, errors::InvalidArgument("depth must be non-negative, got: ", size));
    const CheckedInt total = size * indices.NumElements();
    OP_REQUIRES(
        ctx, total.ok(),
        errors::InvalidArgument("OneHot result would have shape ", indices.shape().DebugString(),
                                " + [", size, "], which exceeds 2**63 - 1 elements"));
    const int axis = axis_ < 0 ? rank - 1 : axis_;
    TensorShape shape = indices.shape();
    shape.InsertDim(axis, size.value());
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    compute::OneHotPlan plan;
    plan.element_bytes = DataTypeSize(on_value.dtype());
    plan.index_dtype = indices.dtype();
    for (int d = 0; d < axis; ++d) plan.outer *= indices.dim_size(d);
    plan.depth = size.value();
    for (int d = axis; d < indices.dims(); ++d) plan.inner *= indices.dim_size(d);
    plan.indices = indices.data();
    plan.on = on_value.data();
    plan.off = off_value.data();
    plan.out = output->data();
    if (ctx->output_is_host(0)) {
      ctx->SetStatus(RunOneHot(plan, &ctx->stream().thread_pool()));
    } else {
      OP_REQUIRES_OK(ctx, compute::OneHot(ctx->stream(), plan));
    }
  }

 private:
  int32_t axis_ = -1;
};

// OneHot(indices: TI, depth: int32, on_value: T, off_value: T) -> output: T
template <typename T, typename TI>
class OneHotOp : public OneHotOfAnyType {
 public:
  using OneHotOfAnyType::OneHotOfAnyType;
};

}  // namespace pluggable
