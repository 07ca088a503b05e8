// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/compute_type.h"
#include "reference/vectorized.h"

namespace pluggable {

// ClipByValue(t: T, clip_value_min: T, clip_value_max: T) -> output: T
template <typename T>
class ClipByValueOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor t = ctx->input(0);
    const Tensor least = ctx->input(1);
    const Tensor most = ctx->input(2);
    OP_REQUIRES(ctx, IsBound(least, t) && IsBound(most, t),
                errors::InvalidArgument(
                    "clip_value_min and clip_value_max must be either of the same shape as input, "
                    "or a scalar. input shape: ",
                    t.shape().DebugString(), "clip_value_min shape: ", least.shape().DebugString(),
                    "clip_value_max shape: ", most.shape().DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, t.shape(), &output));
    if (output->NumElements() == 0) return;
    ctx->stream().ParallelFor(
        t.NumElements(), 1,
        Vectorized([t = t.span<T>(), least = least.span<T>(), most = most.span<T>(),
                    output = output->span<T>(), least_step = least.dims() == 0 ? 0 : 1,
                    most_step = most.dims() == 0 ? 0 : 1](int64_t begin, int64_t end) {
          const T* const x = OnDevice(t.data());
          const T* const low = OnDevice(least.data());
          const T* const high = OnDevice(most.data());
          T* const y = OnDevice(output.data());
          for (int64_t i = begin; i < end; ++i) {
            y[i] = Clipped(x[i], low[i * least_step], high[i * most_step]);
          }
        }));
  }

 private:
  static bool IsBound(const Tensor& bound, const Tensor& t) {
    return bound.dims() == 0 || bound.shape() == t.shape();
  }

  // NaN stays, and is no bound. The lower bound is the stronger one.
  static T Clipped(const T& x, const T& least, const T& most) {
    using C = ComputeType<T>;
    const T lowered = static_cast<C>(most) < static_cast<C>(x) ? most : x;
    return static_cast<C>(lowered) < static_cast<C>(least) ? least : lowered;
  }
};

}  // namespace pluggable
