// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/formula.h"
#include "reference/host_values.h"

namespace pluggable {

// InTopKV2(predictions: float, targets: T, k: T) -> precision: bool
template <typename T>
class InTopKV2Op : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor predictions = ctx->input(0);
    const Tensor targets = ctx->input(1);
    const Tensor k = ctx->input(2);
    OP_REQUIRES(ctx, predictions.dims() == 2,
                errors::InvalidArgument("predictions must be 2-dimensional"));
    OP_REQUIRES(ctx, targets.dims() == 1, errors::InvalidArgument("targets must be 1-dimensional"));
    OP_REQUIRES(ctx, predictions.dim_size(0) == targets.dim_size(0),
                errors::InvalidArgument("First dimension of predictions ", predictions.dim_size(0),
                                        " must match length of targets ", targets.dim_size(0)));
    OP_REQUIRES(ctx, k.dims() == 0,
                errors::InvalidArgument("k must be 0-D, got shape ", k.shape().DebugString()));
    Tensor* precision = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, targets.shape(), &precision));
    if (precision->NumElements() == 0) return;
    EnqueueWork(ctx, predictions.NumElements() + targets.NumElements(),
                [classes = predictions.dim_size(1), most = HostValues(k)[0].value(),
                 predictions = predictions.span<float>(), targets = targets.span<T>(),
                 precision = precision->span<bool>()](ThreadPool* threads) {
                  const float* rows = OnDevice(predictions.data());
                  const T* wanted = OnDevice(targets.data());
                  bool* out = OnDevice(precision.data());
                  threads->ParallelFor(static_cast<int64_t>(targets.size()), classes + 1,
                                       [=](int64_t begin, int64_t end) {
                                         for (int64_t i = begin; i < end; ++i) {
                                           out[i] = IsInTopK(rows + i * classes, classes, wanted[i],
                                                             most);
                                         }
                                       });
                });
  }

 private:
  // Whether fewer than `k` classes are likelier than the target. Never, if that cannot be said:
  // the target is no class, or a prediction is not finite.
  static bool IsInTopK(const float* predictions, int64_t classes, int64_t target, int64_t k) {
    if (target < 0 || target >= classes) return false;
    int64_t likelier = 0;
    bool all_finite = true;
    for (int64_t i = 0; i < classes; ++i) {
      likelier += predictions[i] > predictions[target];
      all_finite = all_finite && formula::isfinite(predictions[i]);
    }
    return all_finite && likelier < k;
  }
};

}  // namespace pluggable
