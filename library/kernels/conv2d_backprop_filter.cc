// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/convolution.h"
#include "reference/convolution_gradient.h"
#include "reference/host_values.h"

namespace pluggable {

// Conv2DBackpropFilter(input: T, filter_sizes: int32, out_backprop: T) -> output: T
template <typename T>
class Conv2DBackpropFilterOp : public OpKernel {
 public:
  explicit Conv2DBackpropFilterOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
    OP_REQUIRES_OK(ctx, CheckConvolutionAttrs(attrs_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor filter_sizes = ctx->input(1);
    const Tensor out_backprop = ctx->input(2);
    OP_REQUIRES(ctx, filter_sizes.dims() == 1,
                errors::InvalidArgument(
                    "Conv2DCustomBackpropFilter: filter_sizes input must be 1-dim, not ",
                    filter_sizes.dims()));
    const std::vector<CheckedInt> sizes = HostValues(filter_sizes);
    TensorShape shape;
    OP_REQUIRES_OK(
        ctx, TensorShapeUtils::MakeShape(sizes.data(), static_cast<int64_t>(sizes.size()), &shape));
    ConvolutionGradient gradient;
    OP_REQUIRES_OK(ctx, gradient.Init("Conv2DCustomBackpropFilter", attrs_, input.shape(), shape,
                                      out_backprop.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(ctx, compute::ConvolutionFilterGradient(
                            ctx->stream(), {input.dtype(), gradient.geometry(), input.data(),
                                            out_backprop.data(), output->data()}));
  }

 private:
  ConvolutionAttrs attrs_;
};

}  // namespace pluggable
