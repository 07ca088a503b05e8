//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/host_values.h"
#include "reference/strided_copy.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T, typename Tidx>
class BroadcastToOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor shape_tensor = ctx->input(1);
    OP_REQUIRES(ctx, shape_tensor.dims() == 1,
                errors::InvalidArgument("shape must be a vector of {int32,int64}, got shape ",
                                        shape_tensor.shape().DebugString()));
    const std::vector<int64_t> sizes = HostValues(shape_tensor);
    TensorShape shape;
    OP_REQUIRES_OK(ctx, TensorShapeUtils::MakeShape(Span<const int64_t>(sizes), &shape));
    if (shape == input.shape()) {
      ctx->set_output(0, input);
      return;
    }
    const int new_dims = shape.dims() - input.dims();
    OP_REQUIRES(ctx, new_dims >= 0,
                errors::InvalidArgument("Rank of input (", input.dims(),
                                        ") must be no greater than rank of output shape (",
                                        shape.dims(), ")."));
    const std::vector<int64_t> from_steps = RowMajorSteps(input.shape());
    const std::vector<int64_t> to_steps = RowMajorSteps(shape);
    StridedCopy copy;
    for (int d = 0; d < shape.dims(); ++d) {
      const int from_dim = d - new_dims;
      const int64_t size = from_dim < 0 ? 1 : input.dim_size(from_dim);
      OP_REQUIRES(ctx, size == 1 || size == shape.dim_size(d),
                  errors::InvalidArgument("Incompatible shapes: ", input.shape().DebugString(),
                                          " vs. ", shape.DebugString()));
      copy.AddDim(shape.dim_size(d), size == 1 ? 0 : from_steps[from_dim], to_steps[d]);
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() > 0) EnqueueCopy(ctx, std::move(copy), input, output);
  }
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
