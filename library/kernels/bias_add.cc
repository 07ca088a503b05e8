// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/elementwise.h"

namespace pluggable {

// BiasAdd(value: T, bias: T) -> output: T
template <typename T>
class BiasAddOp : public OpKernel {
 public:
  explicit BiasAddOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    std::string data_format;
    OP_REQUIRES_OK(ctx, ctx->GetAttr("data_format", &data_format));
    channels_first_ = data_format == "NCHW";
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    const TensorShape bias_shape = ctx->input_shape(1);
    OP_REQUIRES(ctx, shape.dims() >= 2,
                errors::InvalidArgument("Input tensor must be at least 2D: ", shape.DebugString()));
    OP_REQUIRES(ctx, bias_shape.dims() == 1,
                errors::InvalidArgument("Biases must be 1D: ", bias_shape.DebugString()));
    const int channel_dim = channels_first_ ? 1 : shape.dims() - 1;
    const int64_t channels = shape.dim_size(channel_dim);
    OP_REQUIRES(ctx, bias_shape.dim_size(0) == channels,
                errors::InvalidArgument(
                    "Must provide as many biases as the last dimension of the input tensor: ",
                    bias_shape.DebugString(), " vs. ", shape.DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &output));
    if (output->NumElements() == 0) return;
    const Tensor value = ctx->input(0);
    const Tensor bias = ctx->input(1);
    TensorShape bias_column({channels});  // followed by a 1 for every dimension after the channels
    for (int d = channel_dim + 1; d < shape.dims(); ++d) bias_column.AddDim(1);
    compute::ElementwisePlan plan = PlanBinary<Plus, T, T>(value, bias, output);
    plan.broadcast.Init({&shape, &bias_column});
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
  }

 private:
  bool channels_first_ = false;
};

}  // namespace pluggable
