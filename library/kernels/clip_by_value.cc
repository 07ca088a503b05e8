// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/elementwise.h"

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
    compute::ElementwisePlan plan =
        PlanElementwise(compute::Formula::kClipByValue, {&t, &least, &most}, output);
    plan.broadcast.Init({&t.shape(), &least.shape(), &most.shape()});
    plan.loop = &Loop;
    OP_REQUIRES_OK(ctx, compute::Elementwise(ctx->stream(), plan));
  }

 private:
  static bool IsBound(const Tensor& bound, const Tensor& t) {
    return bound.dims() == 0 || bound.shape() == t.shape();
  }

  static void Loop(const compute::ElementwisePlan& plan, int64_t begin, int64_t end) {
    const T* const x = OnDevice(static_cast<const T*>(plan.inputs[0].data));
    const T* const least = OnDevice(static_cast<const T*>(plan.inputs[1].data));
    const T* const most = OnDevice(static_cast<const T*>(plan.inputs[2].data));
    T* const y = OnDevice(static_cast<T*>(plan.out));
    Vectorized([&plan, x, least, most, y](int64_t first, int64_t last) {
      plan.broadcast.ForEachRow(first, last,
                                [=](int64_t out, int64_t count, const Broadcast::Offsets& offsets,
                                    const Broadcast::Offsets& steps) {
                                  for (int64_t i = 0; i < count; ++i) {
                                    y[out + i] =
                                        Clipped(x[offsets[0] + i], least[offsets[1] + i * steps[1]],
                                                most[offsets[2] + i * steps[2]]);
                                  }
                                });
    })(begin, end);
  }

  // NaN stays NaN. A bound that is NaN is ignored. If the bounds contradict each other, the lower
  // one wins.
  static T Clipped(const T& x, const T& least, const T& most) {
    using C = ComputeType<T>;
    const T lowered = static_cast<C>(most) < static_cast<C>(x) ? most : x;
    return static_cast<C>(lowered) < static_cast<C>(least) ? least : lowered;
  }
};

}  // namespace pluggable
