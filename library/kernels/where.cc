// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"

namespace pluggable {

// Where(input: T) -> index: int64
//
// How many elements are not zero decides the result's shape, so Compute waits until the device has
// counted them.
template <typename T>
class WhereOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const TensorShape& shape = input.shape();
    OP_REQUIRES(ctx, shape.dims() >= 1 && shape.dims() <= kMostDims,
                errors::InvalidArgument("WhereOp : Unhandled input dimensions: ", shape.dims()));
    const Span<const T> values = input.span<T>();
    auto starts = std::make_shared<Starts>();
    if (shape.num_elements() > 0) {
      ctx->stream().Enqueue(shape.num_elements(),
                            [starts, values, threads = &ctx->stream().thread_pool()] {
                              *starts = FindStarts(OnDevice(values), threads);
                            });
      OP_REQUIRES_OK(ctx, ctx->stream().Wait());
      // Another op may have been told by now of an error that this work was skipped for.
      OP_REQUIRES(ctx, !starts->empty(),
                  errors::Aborted("Work ahead of this op on its stream has failed"));
    }
    const int64_t found = starts->empty() ? 0 : starts->back();
    Tensor* index = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, TensorShape({found, shape.dims()}), &index));
    if (found == 0) return;
    EnqueueWork(ctx, shape.num_elements() + found * shape.dims(),
                [starts, shape, values, index = index->span<int64_t>()](ThreadPool* threads) {
                  WritePositions(*starts, shape, OnDevice(values), OnDevice(index.data()), threads);
                });
  }

 private:
  static constexpr int kMostDims = 8;
  static constexpr int64_t kBlock = 4096;

  // For each block of kBlock elements, how many that are not zero come before it; all of them last.
  using Starts = std::vector<int64_t>;

  static Starts FindStarts(Span<const T> values, ThreadPool* threads) {
    const auto size = static_cast<int64_t>(values.size());
    Starts starts(static_cast<size_t>((size + kBlock - 1) / kBlock + 1));
    threads->ParallelFor(static_cast<int64_t>(starts.size()) - 1, kBlock,
                         [&starts, values, size](int64_t begin, int64_t end) {
                           for (int64_t block = begin; block < end; ++block) {
                             const T* const first = values.data() + block * kBlock;
                             const T* const last =
                                 values.data() + std::min(size, (block + 1) * kBlock);
                             starts[block + 1] = std::count_if(first, last, IsTrue);
                           }
                         });
    for (size_t i = 1; i < starts.size(); ++i) starts[i] += starts[i - 1];
    return starts;
  }

  static void WritePositions(const Starts& starts, const TensorShape& shape, Span<const T> values,
                             int64_t* index, ThreadPool* threads) {
    const auto size = static_cast<int64_t>(values.size());
    threads->ParallelFor(static_cast<int64_t>(starts.size()) - 1, kBlock,
                         [&, index](int64_t begin, int64_t end) {
                           int64_t* to = index + starts[begin] * shape.dims();
                           const int64_t last = std::min(size, end * kBlock);
                           for (int64_t i = begin * kBlock; i < last; ++i) {
                             if (!IsTrue(values[i])) continue;
                             int64_t rest = i;
                             for (int d = shape.dims() - 1; d >= 0; --d) {
                               to[d] = rest % shape.dim_size(d);
                               rest /= shape.dim_size(d);
                             }
                             to += shape.dims();
                           }
                         });
  }

  static bool IsTrue(T x) { return x != static_cast<T>(0); }
};

}  // namespace pluggable
