// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "compute/pooling.h"
#include "reference/composed_convolution.h"
#include "reference/enqueue.h"
#include "reference/pooled_convolution.h"

namespace pluggable::fusions {

// FusedConv2DMaxPool(input: T, filter: T, bias: T) -> output: T
template <typename T>
class FusedConv2DMaxPoolOp : public OpKernel {
 public:
  explicit FusedConv2DMaxPoolOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
    OP_REQUIRES_OK(ctx, CheckConvolutionAttrs(attrs_, TF_UNIMPLEMENTED));
    OP_REQUIRES_OK(ctx, ReadActivation(ctx, &activation_));
    OP_REQUIRES_OK(ctx, pool_attrs_.Read(ctx, /*has_explicit_paddings=*/true, "pool_"));
    OP_REQUIRES(ctx, *std::min_element(pool_attrs_.ksize.begin(), pool_attrs_.ksize.end()) > 0,
                errors::InvalidArgument("Sliding window ksize must be positive."));
    OP_REQUIRES_OK(ctx, pool_attrs_.CheckWindows());
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor filter = ctx->input(1);
    const Tensor bias = ctx->input(2);
    Convolution convolution;
    OP_REQUIRES_OK(ctx, convolution.Init(attrs_, input.shape(), filter.shape()));
    const int64_t channels = convolution.shape().dim_size(3);
    OP_REQUIRES(ctx, bias.dims() == 1 && bias.dim_size(0) == channels,
                errors::InvalidArgument("bias must have ", channels,
                                        " elements: ", bias.shape().DebugString()));
    Pooling pooling;
    OP_REQUIRES_OK(ctx, pooling.Init(pool_attrs_, convolution.shape()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, pooling.shape(), &output));
    if (output->NumElements() == 0) return;
    if (choice_.IsComposed(ctx)) return Compose(ctx, convolution, pooling, bias, *output);
    EnqueueWork(ctx, convolution.cost(),
                [convolution, pooling, activation = activation_, input = input.span<T>(),
                 filter = filter.span<T>(), bias = bias.span<T>(),
                 output = output->span<T>()](ThreadPool* threads) {
                  const Epilogue<T> epilogue{OnDevice(bias.data()), nullptr, activation};
                  RunPooledConvolution(convolution, pooling, epilogue, OnDevice(input.data()),
                                       OnDevice(filter.data()), OnDevice(output.data()), threads);
                });
  }

 private:
  void Compose(OpKernelContext* ctx, const Convolution& convolution, const Pooling& pooling,
               const Tensor& bias, const Tensor& output) {
    Composition steps(ctx);
    const Composition::Value whole = steps.Allocate(output.dtype(), convolution.shape());
    ComposeConvolution(ctx, convolution, &steps, whole);
    const Composition::Value addend = Composition::Of(bias);
    steps.AddAndActivate(whole, &addend, nullptr, activation_, whole);
    steps.Do([&] {
      return compute::Pooling(ctx->stream(), {compute::PoolingPlan::Kind::kMax, whole.dtype,
                                              pooling.geometry(), whole.data, output.data()});
    });
    steps.Finish(&choice_);
  }

  ConvolutionAttrs attrs_;
  PoolingAttrs pool_attrs_;
  Activation activation_ = Activation::kNone;
  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
