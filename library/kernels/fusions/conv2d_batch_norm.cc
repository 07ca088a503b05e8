// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/batch_norm.h"
#include "reference/composed_convolution.h"
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
        ctx, fused, &choice_,
        [convolution, input = ctx->input(0).span<T>(), filter = ctx->input(1).span<T>(),
         scale = ctx->input(2).span<U>(), offset = ctx->input(3).span<U>(),
         mean = ctx->input(4).span<U>(), variance = ctx->input(5).span<U>(),
         epsilon = epsilon_](T* output, ThreadPool* threads, const Finish<T>& finish) {
          const ChannelScale<T> channels = BatchNormScale<T>(
              static_cast<int64_t>(mean.size()), OnDevice(mean.data()), OnDevice(variance.data()),
              OnDevice(scale.data()), OnDevice(offset.data()), epsilon);
          RunNormalizedConvolution(convolution, channels, OnDevice(input.data()),
                                   OnDevice(filter.data()), output, threads, finish);
        },
        [&](Composition* steps, const Composition::Value& output, FusedProduct* /*rest*/) {
          ComposeConvolution(ctx, convolution, steps, output);
          ComposeBatchNorm(ctx, steps, output);
        });
  }

 private:
  // Fails with the messages of FusedBatchNormV3.
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

  // Normalizes in place.
  void ComposeBatchNorm(OpKernelContext* ctx, Composition* steps,
                        const Composition::Value& output) const {
    const int64_t channels = output.shape.dim_size(3);
    // Memory for results that are not outputs of the op; each is aligned for the device.
    constexpr int64_t kAligned = 64;
    const int64_t step = (channels + kAligned - 1) / kAligned * kAligned;
    const Composition::Value statistics = steps->Allocate(DT_FLOAT, TensorShape({5, step}));
    steps->Do([&] {
      compute::BatchNormPlan plan;
      plan.dtype = output.dtype;
      plan.outer = output.shape.num_elements() / channels;
      plan.channels = channels;
      plan.is_training = false;
      plan.epsilon = epsilon_;
      plan.x = output.data;
      plan.scale = static_cast<const float*>(steps->Input(2).data);
      plan.offset = static_cast<const float*>(steps->Input(3).data);
      plan.mean = static_cast<const float*>(steps->Input(4).data);
      plan.variance = static_cast<const float*>(steps->Input(5).data);
      plan.y = output.data;
      auto* const first = static_cast<float*>(statistics.data);
      plan.used_mean = first;
      plan.used_variance = first + step;
      plan.new_mean = first + 2 * step;
      plan.new_variance = first + 3 * step;
      plan.zero = first + 4 * step;
      return compute::BatchNorm(ctx->stream(), plan);
    });
  }

  ConvolutionAttrs attrs_;
  Activation activation_ = Activation::kNone;
  float epsilon_ = 0;
  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
