// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/activation.h"
#include "reference/composition.h"
#include "reference/enqueue.h"

namespace pluggable::fusions {

// FusedBiasAdd(value: T, bias: T) -> output: T
template <typename T>
class FusedBiasAddOp : public OpKernel {
 public:
  explicit FusedBiasAddOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ReadActivation(ctx, &activation_));
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    const TensorShape bias_shape = ctx->input_shape(1);
    OP_REQUIRES(ctx, shape.dims() >= 2,
                errors::InvalidArgument("Input tensor must be at least 2D: ", shape.DebugString()));
    const int64_t columns = shape.dim_size(shape.dims() - 1);
    OP_REQUIRES(ctx, bias_shape.dims() == 1 && bias_shape.dim_size(0) == columns,
                errors::InvalidArgument(
                    "Must provide as many biases as the last dimension of the input tensor: ",
                    bias_shape.DebugString(), " vs. ", shape.DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &output));
    if (output->NumElements() == 0) return;
    const Tensor value = ctx->input(0);
    const Tensor bias = ctx->input(1);
    if (choice_.IsComposed(ctx)) return Compose(ctx, value, bias, *output);
    EnqueueWork(ctx, output->NumElements(),
                [columns, activation = activation_, value = value.span<T>(), bias = bias.span<T>(),
                 output = output->span<T>()](ThreadPool* threads) {
                  const T* const in = OnDevice(value.data());
                  T* const out = OnDevice(output.data());
                  const Epilogue<T> epilogue{OnDevice(bias.data()), nullptr, activation};
                  threads->ParallelFor(static_cast<int64_t>(output.size()) / columns, columns,
                                       [=](int64_t begin, int64_t end) {
                                         epilogue.Apply({begin, end - begin, 0, columns, columns},
                                                        in + begin * columns,
                                                        out + begin * columns);
                                       });
                });
  }

 private:
  void Compose(OpKernelContext* ctx, const Tensor& value, const Tensor& bias,
               const Tensor& output) {
    Composition steps(ctx);
    const Composition::Value x = Composition::Of(value);
    const Composition::Value addend = Composition::Of(bias);
    const Composition::Value y = Composition::Of(output);
    steps.AddAndActivate(x, &addend, nullptr, activation_, y);
    steps.Finish(&choice_);
  }

  Activation activation_ = Activation::kNone;
  CompositionChoice choice_;
};

}  // namespace pluggable::fusions
