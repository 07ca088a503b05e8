// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/convolution.h"
#include "reference/convolution_gradient.h"
#include "reference/host_values.h"

namespace pluggable {

// Conv2DBackpropInput(input_sizes: int32, filter: T, out_backprop: T) -> output: T
template <typename T>
class Conv2DBackpropInputOp : public OpKernel {
 public:
  explicit Conv2DBackpropInputOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
    OP_REQUIRES_OK(ctx, CheckConvolutionAttrs(attrs_, TF_UNIMPLEMENTED));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input_sizes = ctx->input(0);
    const Tensor filter = ctx->input(1);
    const Tensor out_backprop = ctx->input(2);
    OP_REQUIRES(
        ctx, out_backprop.dims() == 4,  // TensorFlow's message, which names another input
        errors::InvalidArgument("input_sizes must be 4-dimensional, got: ", out_backprop.dims()));
    TensorShape shape;
    OP_REQUIRES_OK(ctx, InputShape(input_sizes, filter.shape(), out_backprop.shape(), &shape));
    ConvolutionGradient gradient;
    OP_REQUIRES_OK(ctx, gradient.Init("Conv2DCustomBackpropInput", attrs_, shape, filter.shape(),
                                      out_backprop.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(ctx, compute::ConvolutionInputGradient(
                            ctx->stream(), {filter.dtype(), gradient.geometry(), filter.data(),
                                            out_backprop.data(), output->data()}));
  }

 private:
  // The batch and the depth may be missing in input_sizes.
  Status InputShape(const Tensor& input_sizes, const TensorShape& filter,
                    const TensorShape& out_backprop, TensorShape* shape) const {
    if (input_sizes.dims() != 1) {
      return errors::InvalidArgument("Conv2DBackpropInput: input_sizes input must be 1-dim, not ",
                                     input_sizes.dims());
    }
    const std::vector<CheckedInt> sizes = HostValues(input_sizes);
    if (sizes.size() == 4) return TensorShapeUtils::MakeShape(sizes.data(), 4, shape);
    if (sizes.size() != 2) {
      return errors::InvalidArgument(
          "Conv2DBackpropInput requires input_sizes to contain 4 values or 2 values, but got: ",
          sizes.size());
    }
    if (sizes[0] < 0 || sizes[1] < 0) {
      return errors::InvalidArgument(
          "Conv2DBackpropInput: elements of input_sizes must be >= 0, not ", sizes[0], "x",
          sizes[1]);
    }
    if (filter.dims() != 4) {
      return errors::InvalidArgument("Conv2DCustomBackpropInput: filter must be 4-dimensional");
    }
    *shape = ImageShape(out_backprop.dim_size(0), sizes[0].value(), sizes[1].value(),
                        filter.dim_size(2), attrs_.channels_first);
    return TensorShape::CheckSizes(shape->dim_sizes());
  }

  ConvolutionAttrs attrs_;
};

}  // namespace pluggable
