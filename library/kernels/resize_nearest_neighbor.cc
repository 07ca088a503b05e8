// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <cstring>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/resize.h"

namespace pluggable {

// ResizeNearestNeighbor(images: T, size: int32) -> resized_images: T
template <typename T>
class ResizeNearestNeighborOp : public OpKernel {
 public:
  explicit ResizeNearestNeighborOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor images = ctx->input(0);
    OP_REQUIRES_OK(ctx, attrs_.Check());
    TensorShape resized;
    OP_REQUIRES_OK(ctx, ResizedShape(images.shape(), ctx->input(1), &resized));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, resized, &output));
    if (output->NumElements() == 0) return;
    EnqueueWork(ctx, output->NumElements(),
                [attrs = attrs_, from = images.shape(), to = resized, images = images.span<T>(),
                 output = output->span<T>()](ThreadPool* threads) {
                  Run(attrs, from, to, OnDevice(images.data()), OnDevice(output.data()), threads);
                });
  }

 private:
  static void Run(const ResizeAttrs& attrs, const TensorShape& from, const TensorShape& to,
                  const T* images, T* output, ThreadPool* threads) {
    const int64_t channels = to.dim_size(3);
    const int64_t in_row = from.dim_size(2) * channels;
    const int64_t out_row = to.dim_size(2) * channels;
    const std::vector<int64_t> ys = NearestNeighbors(from.dim_size(1), to.dim_size(1), attrs);
    const std::vector<int64_t> xs = NearestNeighbors(from.dim_size(2), to.dim_size(2), attrs);
    const int64_t rows = to.dim_size(1);
    threads->ParallelFor(to.dim_size(0) * rows, out_row, [&](int64_t begin, int64_t end) {
      for (int64_t i = begin; i < end; ++i) {
        const T* const row = images + (i / rows * from.dim_size(1) + ys[i % rows]) * in_row;
        T* out = output + i * out_row;
        for (const int64_t x : xs) {
          std::memcpy(static_cast<void*>(out), row + x * channels,
                      static_cast<size_t>(channels) * sizeof(T));
          out += channels;
        }
      }
    });
  }

  ResizeAttrs attrs_;
};

}  // namespace pluggable
