// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/resize.h"
#include "reference/vectorized.h"

namespace pluggable {

// ResizeBilinear(images: T, size: int32) -> resized_images: float
template <typename T>
class ResizeBilinearOp : public OpKernel {
 public:
  explicit ResizeBilinearOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
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
    EnqueueWork(ctx, 3 * output->NumElements(),
                [attrs = attrs_, from = images.shape(), to = resized, images = images.span<T>(),
                 output = output->span<float>()](ThreadPool* threads) {
                  const T* const in = OnDevice(images.data());
                  float* const out = OnDevice(output.data());
                  if (from == to) {
                    threads->ParallelFor(static_cast<int64_t>(output.size()), 1,
                                         Vectorized([in, out](int64_t begin, int64_t end) {
                                           for (int64_t i = begin; i < end; ++i)
                                             out[i] = static_cast<float>(in[i]);
                                         }));
                  } else {
                    Resize(attrs, from, to, in, out, threads);
                  }
                });
  }

 private:
  static void Resize(const ResizeAttrs& attrs, const TensorShape& from, const TensorShape& to,
                     const T* images, float* output, ThreadPool* threads) {
    const int64_t channels = to.dim_size(3);
    const int64_t in_row = from.dim_size(2) * channels;
    const int64_t out_row = to.dim_size(2) * channels;
    const std::vector<Interpolation> ys = Interpolations(from.dim_size(1), to.dim_size(1), attrs);
    const std::vector<Interpolation> xs = Interpolations(from.dim_size(2), to.dim_size(2), attrs);
    const int64_t rows = to.dim_size(1);
    threads->ParallelFor(
        to.dim_size(0) * rows, 3 * out_row, Vectorized([&](int64_t begin, int64_t end) {
          for (int64_t i = begin; i < end; ++i) {
            const Interpolation& y = ys[i % rows];
            const T* const image = images + i / rows * from.dim_size(1) * in_row;
            const T* const top = image + y.lower * in_row;
            const T* const bottom = image + y.upper * in_row;
            float* out = output + i * out_row;
            for (const Interpolation& x : xs) {
              const int64_t left = x.lower * channels;
              const int64_t right = x.upper * channels;
              for (int64_t c = 0; c < channels; ++c) {
                *out++ = Between(
                    Between(Value(top[left + c]), Value(top[right + c]), x.weight),
                    Between(Value(bottom[left + c]), Value(bottom[right + c]), x.weight), y.weight);
              }
            }
          }
        }));
  }

  static float Value(T value) { return static_cast<float>(value); }
  static float Between(float a, float b, float weight) { return a + (b - a) * weight; }

  ResizeAttrs attrs_;
};

}  // namespace pluggable
