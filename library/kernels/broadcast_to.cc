// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/strided_copy.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class BroadcastToOfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor shape_tensor = ctx->input(1);
    OP_REQUIRES(ctx, shape_tensor.dims() == 1,
                errors::InvalidArgument("shape must be a vector of {int32,int64}, got shape ",
                                        shape_tensor.shape().DebugString()));
    const std::vector<CheckedInt> sizes = HostValues(shape_tensor);
    TensorShape shape;
    OP_REQUIRES_OK(ctx, TensorShapeUtils::MakeShape(Span<const CheckedInt>(sizes), &shape));
    if (shape == input.shape()) {
      ctx->set_output(0, input);
      return;
    }
    const int new_dims = shape.dims() - input.dims();
    OP_REQUIRES(ctx, new_dims >= 0,
                errors::InvalidArgument("Rank of input (", input.dims(),
                                        ") must be no greater than rank of output shape (",
                                        shape.dims(), ")."));
    bool fits = true;
    for (int d = 0; d < input.dims(); ++d) {
      const int64_t size = input.dim_size(d);
      const int64_t wanted = shape.dim_size(d + new_dims);
      fits = fits && (size == 1 || size == wanted);
      OP_REQUIRES(ctx, size == 1 || wanted == 1 || size == wanted,
                  errors::InvalidArgument("Incompatible shapes: ", input.shape().DebugString(),
                                          " vs. ", shape.DebugString()));
    }
    OP_REQUIRES(
        ctx, fits,
        errors::InvalidArgument("Unable to broadcast tensor of shape ", input.shape().DebugString(),
                                " to tensor of shape ", shape.DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    const std::vector<int64_t> from_steps = RowMajorSteps(input.shape());
    const std::vector<int64_t> to_steps = RowMajorSteps(shape);
    StridedCopy copy;
    for (int d = 0; d < shape.dims(); ++d) {
      const int from_dim = d - new_dims;
      const bool repeats = from_dim < 0 || input.dim_size(from_dim) == 1;
      copy.AddDim(shape.dim_size(d), repeats ? 0 : from_steps[from_dim], to_steps[d]);
    }
    EnqueueCopy(ctx, copy, input, output);
  }
};

// BroadcastTo(input: T, shape: Tidx) -> output: T
template <typename T, typename Tidx>
class BroadcastToOp : public BroadcastToOfAnyType {
 public:
  using BroadcastToOfAnyType::BroadcastToOfAnyType;
};

}  // namespace pluggable
