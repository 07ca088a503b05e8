// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"

namespace pluggable {

// Diag(diagonal: T) -> output: T
template <typename T>
class DiagOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor diagonal = ctx->input(0);
    OP_REQUIRES(ctx, diagonal.dims() > 0,
                errors::InvalidArgument("Input must be at least rank 1, got 0"));
    TensorShape shape = diagonal.shape();
    for (int d = 0; d < diagonal.dims(); ++d) shape.AddDim(diagonal.dim_size(d));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    EnqueueWork(ctx, output->NumElements(),
                [diagonal = diagonal.span<T>(), output = output->span<T>()](ThreadPool* threads) {
                  const int64_t size = static_cast<int64_t>(diagonal.size());
                  threads->ParallelFor(size, size,
                                       [size, from = OnDevice(diagonal.data()),
                                        to = OnDevice(output.data())](int64_t begin, int64_t end) {
                                         std::fill(to + begin * size, to + end * size, T(0));
                                         for (int64_t i = begin; i < end; ++i)
                                           to[i * (size + 1)] = from[i];
                                       });
                });
  }
};

}  // namespace pluggable
