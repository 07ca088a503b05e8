// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/fused_product.h"
#include "reference/normalized_convolution.h"

namespace pluggable::fusions {

// Conv2DBatchNorm(input: T, filter: T, scale: U, offset: U, mean: U, variance: U) ->
//     output: T
template <typename T, typename U>
class Conv2DBatchNormOp : public OpKernel {
 public:
  explicit Conv2DBatchNormOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
    OP_REQUIRES_OK(ctx, CheckConvolutionAttrs(attrs_, TF_UNIMPLEMENTED));
    OP_REQUIRES_OK(ctx, ctx->GetAttr("epsilon", &epsilon_));
    OP_REQUIRES_OK(ctx, ReadActivation(ctx, &activation_));
  }

  void Compute(OpKernelContext* ctx) override {
    Convolution convolution;
    OP_REQUIRES_OK(ctx, convolution.Init(attrs_, ctx->input_shape(0), ctx->input_shape(1)));
    FusedProduct fused;
    fused.shape = convolution.shape();
    fused.columns = fused.shape.dim_size(3);
    fused.cost = convolution.cost();
    fused.activation = activation_;
    OP_REQUIRES_OK(ctx, CheckInputs(ctx, fused.columns));
    Tensor addend;
    if (ctx->num_inputs() > 6) fused.addend = &(addend = ctx->input(6));
    EnqueueFusedProduct<T>(
        ctx, fused,
        [convolution, input = ctx->input(0).span<T>(), filter = ctx->input(1).span<T>(),
         scale = ctx->input(2).span<U>(), offset = ctx->input(3).span<U>(),
         mean = ctx->input(4).span<U>(), variance = ctx->input(5).span<U>(),
         epsilon = epsilon_](T* output, ThreadPool* threads, const Finish<T>& finish) {
          const ChannelScale<T> channels = BatchNormScale<T>(
              static_cast<int64_t>(mean.size()), OnDevice(mean.data()), OnDevice(variance.data()),
              OnDevice(scale.data()), OnDevice(offset.data()), epsilon);
          RunNormalizedConvolution(convolution, channels, OnDevice(input.data()),
                                   OnDevice(filter.data()), output, threads, finish);
        });
  }

 private:
  // Fails in the words of FusedBatchNormV3.
  static Status CheckInputs(OpKernelContext* ctx, int64_t channels) {
    constexpr const char* kNames[] = {"scale", "offset", "estimated_mean", "estimated_variance"};
    for (int i = 0; i < 4; ++i) {
      const TensorShape shape = ctx->input_shape(2 + i);
      if (shape.dims() != 1) {
        return errors::InvalidArgument(kNames[i], " must be 1-dimensional", shape.DebugString());
      }
    }
    constexpr const char* kShortNames[] = {"scale", "offset", "mean", "variance"};
    for (int i = 0; i < 4; ++i) {
      const int64_t size = ctx->input_shape(2 + i).dim_size(0);
      if (size == channels) continue;
      return errors::InvalidArgument(i < 2 ? "" : "When is_training=false, ", kShortNames[i],
                                     " must have the same number of elements as the channels of x, "
                                     "got ",
                                     size, " and ", channels);
    }
    return Status();
  }

  ConvolutionAttrs attrs_;
  Activation activation_ = Activation::kNone;
  float epsilon_ = 0;
};

}  // namespace pluggable::fusions
