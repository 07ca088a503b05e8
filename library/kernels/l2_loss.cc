// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/compute_type.h"
#include "reference/enqueue.h"
#include "reference/reduction.h"
#include "reference/vectorized.h"

namespace pluggable {

// L2Loss(t: T) -> output: T
template <typename T>
class L2LossOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor t = ctx->input(0);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape(), &output));
    EnqueueWork(ctx, t.NumElements() + 1,
                [t = t.span<T>(), output = output->span<T>()](ThreadPool* threads) {
                  *OnDevice(output.data()) = HalfSumOfSquares(OnDevice(t), threads);
                });
  }

 private:
  using C = ComputeType<T>;

  // In parts of one size whatever the number of threads, so that the result is always the same.
  static T HalfSumOfSquares(Span<const T> t, ThreadPool* threads) {
    constexpr int64_t kPart = 1 << 14;
    const int64_t count = static_cast<int64_t>(t.size());
    const int64_t parts = (count + kPart - 1) / kPart;
    std::vector<C> sums(static_cast<size_t>(parts));
    threads->ParallelFor(parts, kPart, Vectorized([&](int64_t begin, int64_t end) {
                           std::vector<C> squares(kPart);
                           for (int64_t part = begin; part < end; ++part) {
                             const T* in = t.data() + part * kPart;
                             const int64_t size = std::min(kPart, count - part * kPart);
                             for (int64_t i = 0; i < size; ++i) {
                               const C x = static_cast<C>(in[i]);
                               squares[i] = x * x;
                             }
                             sums[part] = FoldRun<SumReducer>(squares.data(), size);
                           }
                         }));
    return static_cast<T>(FoldRun<SumReducer>(sums.data(), parts) / 2);
  }
};

}  // namespace pluggable
