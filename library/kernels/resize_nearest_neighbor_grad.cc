// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/compute_type.h"
#include "reference/enqueue.h"
#include "reference/formula.h"
#include "reference/host_values.h"
#include "reference/resize.h"

namespace pluggable {

// ResizeNearestNeighborGrad(grads: T, size: int32) -> output: T
template <typename T>
class ResizeNearestNeighborGradOp : public OpKernel {
 public:
  explicit ResizeNearestNeighborGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor grads = ctx->input(0);
    const Tensor size = ctx->input(1);
    TensorShape resized = grads.shape();
    OP_REQUIRES(ctx, resized.dims() == 4,
                errors::InvalidArgument("input must be 4-dimensional", resized.DebugString()));
    OP_REQUIRES(
        ctx, size.dims() == 1,
        errors::InvalidArgument("shape_t must be 1-dimensional", size.shape().DebugString()));
    OP_REQUIRES(
        ctx, size.NumElements() == 2,
        errors::InvalidArgument("shape_t must have two elements", size.shape().DebugString()));
    const std::vector<CheckedInt> sizes = HostValues(size);
    OP_REQUIRES(ctx, sizes[0] > 0 && sizes[1] > 0,
                errors::InvalidArgument("shape_t's elements must be positive"));
    const TensorShape shape(
        {resized.dim_size(0), sizes[0].value(), sizes[1].value(), resized.dim_size(3)});
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    if (grads.NumElements() == 0) {  // of rows or columns without end, maybe
      resized.set_dim(1, 0);
      resized.set_dim(2, 0);
    }
    EnqueueWork(ctx, grads.NumElements() + output->NumElements(),
                [attrs = attrs_, resized, shape, grads = grads.span<T>(),
                 output = output->span<T>()](ThreadPool* threads) {
                  Run(attrs, resized, shape, OnDevice(grads.data()), OnDevice(output.data()),
                      threads);
                });
  }

 private:
  using C = ComputeType<T>;

  // Each row of the original adds up the rows of the gradient that were copied from it, in their
  // order and rounding every step, as the CPU does.
  static void Run(const ResizeAttrs& attrs, const TensorShape& resized, const TensorShape& original,
                  const T* grads, T* output, ThreadPool* threads) {
    const int64_t channels = original.dim_size(3);
    const int64_t rows = original.dim_size(1);
    const int64_t row_size = original.dim_size(2) * channels;
    const int64_t grad_row = resized.dim_size(2) * channels;
    const std::vector<int64_t> ys = NearestNeighbors(rows, resized.dim_size(1), attrs);
    const std::vector<int64_t> xs =
        NearestNeighbors(original.dim_size(2), resized.dim_size(2), attrs);
    const int64_t cost = row_size + grad_row * (resized.dim_size(1) / rows + 1);
    threads->ParallelFor(original.dim_size(0) * rows, cost, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        T* const out = output + i * row_size;
        std::fill(out, out + row_size, T(0));
        const auto range = std::equal_range(ys.begin(), ys.end(), i % rows);
        for (auto y = range.first; y != range.second; ++y) {
          const T* grad = grads + (i / rows * resized.dim_size(1) + (y - ys.begin())) * grad_row;
          for (const int64_t x : xs) {
            T* const pixel = out + x * channels;
            for (int64_t c = 0; c < channels; ++c, ++grad) {
              pixel[c] =
                  static_cast<T>(formula::sum(static_cast<C>(pixel[c]), static_cast<C>(*grad)));
            }
          }
        }
      }
    });
  }

  ResizeAttrs attrs_;
};

}  // namespace pluggable
