#include <utility>
#include <vector>

//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/activation.h"
#include "reference/broadcast.h"
#include "reference/convolution.h"
#include "reference/enqueue.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T>
class @kernel.class@ : public OpKernel {
 public:
  explicit @kernel.class@(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
    OP_REQUIRES_OK(ctx, CheckConvolutionAttrs(attrs_, TF_UNIMPLEMENTED));
    OP_REQUIRES_OK(ctx, ReadActivation(ctx, &activation_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor filter = ctx->input(1);
    const Tensor bias = ctx->input(2);
    Convolution convolution;
    OP_REQUIRES_OK(ctx, convolution.Init(attrs_, input.shape(), filter.shape()));
    const TensorShape shape = convolution.shape();
    const int64_t channels = shape.dim_size(3);
    OP_REQUIRES(ctx, bias.dims() == 1 && bias.dim_size(0) == channels,
                errors::InvalidArgument("bias must have ", channels,
                                        " elements: ", bias.shape().DebugString()));
    Epilogue<T> epilogue;
    epilogue.bias = bias.span<T>().data();
    epilogue.activation = activation_;
    if (ctx->num_inputs() > 3) {
      const Tensor addend = ctx->input(3);
      if (addend.shape() != shape) return ComputeBroadcast(ctx, convolution, epilogue, addend);
      epilogue.addend = addend.span<T>().data();
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    EnqueueWork(ctx, convolution.cost(),
                [convolution, epilogue, input = input.span<T>(), filter = filter.span<T>(),
                 output = output->span<T>()](ThreadPool* threads) {
                  Run(convolution, epilogue, input, filter, OnDevice(output.data()), threads);
                });
  }

 private:
  // `epilogue` has TensorFlow's pointers.
  static void Run(const Convolution& convolution, Epilogue<T> epilogue, Span<const T> input,
                  Span<const T> filter, T* output, ThreadPool* threads) {
    epilogue.bias = OnDevice(epilogue.bias);
    if (epilogue.addend != nullptr) epilogue.addend = OnDevice(epilogue.addend);
    convolution.Run<T>(OnDevice(input.data()), OnDevice(filter.data()), output, threads,
                       [&epilogue](int64_t first, int64_t rows, int64_t columns, T* out) {
                         epilogue.Apply(out, first, rows, columns, out);
                       });
  }

  // The addend is of another shape.
  static void ComputeBroadcast(OpKernelContext* ctx, const Convolution& convolution,
                               Epilogue<T> epilogue, const Tensor& addend) {
    const TensorShape shape = convolution.shape();
    Broadcast broadcast;
    OP_REQUIRES(ctx, broadcast.Init({&shape, &addend.shape()}),
                errors::InvalidArgument("Incompatible shapes: ", shape.DebugString(), " vs. ",
                                        addend.shape().DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, broadcast.shape(), &output));
    if (output->NumElements() == 0) return;
    const Activation activation = std::exchange(epilogue.activation, Activation::kNone);
    EnqueueWork(ctx, convolution.cost(),
                [convolution, epilogue, activation, broadcast = std::move(broadcast),
                 input = ctx->input(0).span<T>(), filter = ctx->input(1).span<T>(),
                 addend = addend.span<T>(), output = output->span<T>()](ThreadPool* threads) {
                  std::vector<T> sums(static_cast<size_t>(convolution.shape().num_elements()));
                  Run(convolution, epilogue, input, filter, sums.data(), threads);
                  const T* const y = OnDevice(addend.data());
                  T* const out = OnDevice(output.data());
                  const int64_t total = static_cast<int64_t>(output.size());
                  broadcast.ForEachRow(
                      0, total,
                      [&](int64_t first, int64_t count, const Broadcast::Offsets& offsets,
                          const Broadcast::Offsets& steps) {
                        for (int64_t i = 0; i < count; ++i) {
                          out[first + i] =
                              sums[offsets[0] + i * steps[0]] + y[offsets[1] + i * steps[1]];
                        }
                      });
                  Epilogue<T>{nullptr, nullptr, activation}.Apply(out, 0, 1, total, out);
                });
  }

  ConvolutionAttrs attrs_;
  Activation activation_ = Activation::kNone;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
