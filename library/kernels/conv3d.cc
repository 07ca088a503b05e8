// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/convolution.h"
#include "reference/convolution.h"

namespace pluggable {

// Conv3D(input: T, filter: T) -> output: T
template <typename T>
class Conv3DOp : public OpKernel {
 public:
  explicit Conv3DOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx, /*rank=*/5));
    OP_REQUIRES_OK(ctx, CheckConvolutionAttrs(attrs_));
    for (int d = attrs_.plane_dim(); d <= attrs_.column_dim(); ++d) {
      OP_REQUIRES(ctx, attrs_.strides[d] > 0,
                  errors::InvalidArgument("Spatial strides should be larger than 0."));
    }
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor filter = ctx->input(1);
    OP_REQUIRES(ctx, input.dims() == 5, errors::InvalidArgument("input must be 5-dimensional"));
    OP_REQUIRES(ctx, filter.dims() == 5, errors::InvalidArgument("filter must be 5-dimensional"));
    const int64_t depth = input.dim_size(attrs_.channel_dim());
    const int64_t filter_depth = filter.dim_size(3);
    OP_REQUIRES(ctx, filter_depth != 0, errors::InvalidArgument("filter_depth must be non-zero"));
    OP_REQUIRES(ctx, depth % filter_depth == 0,
                errors::InvalidArgument("Input depth must be evenly divisible by filter depth: ",
                                        depth, " vs ", filter_depth));
    Convolution convolution;
    OP_REQUIRES_OK(ctx, convolution.Init(attrs_, input.shape(), filter.shape()));
    OP_REQUIRES(ctx, filter.NumElements() > 0,
                errors::InvalidArgument("filter must not have zero elements (i.e. all dimensions "
                                        "must be non-zero)"));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, convolution.shape(), &output));
    if (output->NumElements() == 0) return;
    OP_REQUIRES_OK(ctx,
                   compute::Convolution(ctx->stream(), convolution.Plan(input, filter, output)));
  }

 private:
  ConvolutionAttrs attrs_;
};

}  // namespace pluggable
