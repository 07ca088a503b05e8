// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/composed_convolution.h"
#include "reference/compute_type.h"
#include "reference/fused_product.h"
#include "reference/normalize.h"
#include "reference/normalized_convolution.h"

namespace pluggable::fusions {

// Conv2DNormalize(input: T, filter: T, mean: T, variance: T, scale: T, offset: T, epsilon:
//     T) -> output: T
template <typename T>
class Conv2DNormalizeOp : public OpKernel {
 public:
  explicit Conv2DNormalizeOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
    OP_REQUIRES_OK(ctx, CheckConvolutionAttrs(attrs_, TF_UNIMPLEMENTED));
    OP_REQUIRES_OK(ctx, ReadActivation(ctx, &activation_));
  }

  void Compute(OpKernelContext* ctx) override {
    Work work;
    OP_REQUIRES_OK(ctx, work.convolution.Init(attrs_, ctx->input_shape(0), ctx->input_shape(1)));
    const TensorShape shape = work.convolution.shape();
    OP_REQUIRES_OK(ctx, work.normalization.Init(shape, ctx->input_shape(2), ctx->input_shape(3),
                                                ctx->input_shape(4), ctx->input_shape(5),
                                                ctx->input_shape(6)));
    FusedProduct fused;
    fused.shape = work.normalization.shape();
    fused.columns = fused.shape.dim_size(fused.shape.dims() - 1);
    fused.cost = work.convolution.cost();
    fused.activation = activation_;
    Tensor addend;
    if (ctx->num_inputs() > 7) fused.addend = &(addend = ctx->input(7));
    work.shape = fused.shape;
    // Half and bfloat16 round between the product and the sum.
    work.is_by_channel =
        !kIsNarrowFloat<T> && fused.shape == shape && ctx->input_shape(6).num_elements() == 1;
    for (int i = 2; i < 6; ++i) {
      work.is_by_channel = work.is_by_channel && IsRow(ctx->input_shape(i), shape.dim_size(3));
    }
    work.input = ctx->input(0).span<T>().data();
    work.filter = ctx->input(1).span<T>().data();
    for (int i = 0; i < 5; ++i) work.inputs[i] = ctx->input(2 + i).span<T>().data();
    EnqueueFusedProduct<T>(
        ctx, fused, &choice_,
        [work](T* output, ThreadPool* threads, const Finish<T>& finish) {
          work.Run(output, threads, finish);
        },
        [&](Composition* steps, const Composition::Value& output, FusedProduct* /*rest*/) {
          Composition::Value whole = output;
          if (shape != output.shape) whole = steps->Allocate(output.dtype, shape);
          ComposeConvolution(ctx, work.convolution, steps, whole);
          const Composition::Value inputs[] = {steps->Input(2), steps->Input(3), steps->Input(4),
                                               steps->Input(5), steps->Input(6)};
          work.normalization.Compose(
              steps, {&whole, &inputs[0], &inputs[1], &inputs[2], &inputs[3], &inputs[4]}, output);
        });
  }

 private:
  // The data that work on the stream needs.
  struct Work {
    Convolution convolution;
    Normalization normalization;
    TensorShape shape;   // of the result
    bool is_by_channel;  // whether the convolution normalizes each channel's results itself
    const T* input;
    const T* filter;
    const T* inputs[5];  // mean, variance, scale, offset, epsilon

    void Run(T* output, ThreadPool* threads, const Finish<T>& finish) const {
      const T* const mean = OnDevice(inputs[0]);
      const T* const variance = OnDevice(inputs[1]);
      const T* const scale = OnDevice(inputs[2]);
      const T* const offset = OnDevice(inputs[3]);
      const T* const epsilon = OnDevice(inputs[4]);
      if constexpr (!kIsNarrowFloat<T>) {
        if (is_by_channel) {
          const ChannelScale<T> channels = NormalizeScale(convolution.shape().dim_size(3), mean,
                                                          variance, scale, offset, epsilon);
          return RunNormalizedConvolution(convolution, channels, OnDevice(input), OnDevice(filter),
                                          output, threads, finish);
        }
      }
      std::vector<T> whole(static_cast<size_t>(convolution.shape().num_elements()));
      convolution.Run(OnDevice(input), OnDevice(filter), whole.data(), threads);
      normalization.Run<T>({whole.data(), mean, variance, scale, offset, epsilon}, output, threads);
      const int64_t columns = shape.dim_size(shape.dims() - 1);
      if (finish) finish(0, shape.num_elements() / columns, 0, columns, output);
    }
  };

  // Whether the tensor has one element for each channel, the same for every pixel.
  static bool IsRow(const TensorShape& shape, int64_t channels) {
    return shape.dims() >= 1 && shape.num_elements() == channels &&
           shape.dim_size(shape.dims() - 1) == channels;
  }

  ConvolutionAttrs attrs_;
  Activation activation_ = Activation::kNone;
  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
