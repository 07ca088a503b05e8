// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/compute_type.h"
#include "reference/enqueue.h"
#include "reference/resize.h"
#include "reference/vectorized.h"

namespace pluggable {

// ResizeBilinearGrad(grads: float, original_image: T) -> output: T
template <typename T>
class ResizeBilinearGradOp : public OpKernel {
 public:
  explicit ResizeBilinearGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor grads = ctx->input(0);
    const TensorShape& resized = grads.shape();
    const TensorShape original = ctx->input_shape(1);
    OP_REQUIRES_OK(ctx, attrs_.Check());
    OP_REQUIRES(ctx, resized.dims() == 4,
                errors::InvalidArgument("input_grad must be 4-dimensional", resized.DebugString()));
    OP_REQUIRES(ctx, resized.dim_size(1) > 0 && resized.dim_size(2) > 0,
                errors::InvalidArgument("resized dimensions must be positive"));
    OP_REQUIRES(
        ctx, original.dims() == 4,
        errors::InvalidArgument("original_image must be 4-dimensional", original.DebugString()));
    OP_REQUIRES(ctx, original.dim_size(1) > 0 && original.dim_size(2) > 0,
                errors::InvalidArgument("original dimensions must be positive"));
    const TensorShape shape(
        {resized.dim_size(0), original.dim_size(1), original.dim_size(2), resized.dim_size(3)});
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    EnqueueWork(ctx, 4 * grads.NumElements() + output->NumElements(),
                [attrs = attrs_, resized, shape, grads = grads.span<float>(),
                 output = output->span<T>()](ThreadPool* threads) {
                  Run(attrs, resized, shape, OnDevice(grads.data()), OnDevice(output.data()),
                      threads);
                });
  }

 private:
  using C = ComputeType<T>;

  // Each row of the original gathers what the rows of the gradient give it, in their order.
  static void Run(const ResizeAttrs& attrs, const TensorShape& resized, const TensorShape& original,
                  const float* grads, T* output, ThreadPool* threads) {
    const int64_t channels = original.dim_size(3);
    const int64_t rows = original.dim_size(1);
    const int64_t row_size = original.dim_size(2) * channels;
    const int64_t grad_row = resized.dim_size(2) * channels;
    const std::vector<Interpolation> ys = Interpolations(rows, resized.dim_size(1), attrs);
    const std::vector<Interpolation> xs =
        Interpolations(original.dim_size(2), resized.dim_size(2), attrs);
    const int64_t cost = row_size + 4 * grad_row * (resized.dim_size(1) / rows + 1);
    threads->ParallelFor(
        original.dim_size(0) * rows, cost, Vectorized([&](int64_t begin, int64_t end) {
          std::vector<C> sums(static_cast<size_t>(row_size));
          for (int64_t i = begin; i < end; ++i) {
            const int64_t row = i % rows;
            std::fill(sums.begin(), sums.end(), C(0));
            const auto first = std::partition_point(
                ys.begin(), ys.end(), [row](const Interpolation& y) { return y.upper < row; });
            for (auto y = first; y != ys.end() && y->lower <= row; ++y) {
              const float* const grad =
                  grads + (i / rows * resized.dim_size(1) + (y - ys.begin())) * grad_row;
              AddRow(xs, y->lower == row, y->upper == row, y->weight, channels, grad, sums.data());
            }
            T* const out = output + i * row_size;
            for (int64_t j = 0; j < row_size; ++j) out[j] = static_cast<T>(sums[j]);
          }
        }));
  }

  // What a row of the gradient gives to the row above it, to the one below, or to both if they are
  // the same.
  static void AddRow(const std::vector<Interpolation>& xs, bool above, bool below, float weight,
                     int64_t channels, const float* grad, C* sums) {
    for (const Interpolation& x : xs) {
      C* const left = sums + x.lower * channels;
      C* const right = sums + x.upper * channels;
      for (int64_t c = 0; c < channels; ++c, ++grad) {
        if (above) {
          left[c] += static_cast<C>(*grad * (1.0f - weight) * (1.0f - x.weight));
          right[c] += static_cast<C>(*grad * (1.0f - weight) * x.weight);
        }
        if (below) {
          left[c] += static_cast<C>(*grad * weight * (1.0f - x.weight));
          right[c] += static_cast<C>(*grad * weight * x.weight);
        }
      }
    }
  }

  ResizeAttrs attrs_;
};

}  // namespace pluggable
