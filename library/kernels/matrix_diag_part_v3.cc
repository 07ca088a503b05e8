// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/diagonals.h"
#include "reference/enqueue.h"

namespace pluggable {

// MatrixDiagPartV3(input: T, k: int32, padding_value: T) -> diagonal: T
template <typename T>
class MatrixDiagPartV3Op : public OpKernel {
 public:
  explicit MatrixDiagPartV3Op(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, alignment_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    const Tensor padding = ctx->input(2);
    const TensorShape& shape = input.shape();
    Diagonals diagonals;
    OP_REQUIRES_OK(ctx, diagonals.ReadRange(ctx->input(1)));
    OP_REQUIRES(ctx, padding.NumElements() == 1,
                errors::InvalidArgument("Padding must be scalar."));
    OP_REQUIRES(ctx, shape.dims() >= 2,
                errors::InvalidArgument("input must be at least 2-dim, received shape: ",
                                        shape.DebugString()));
    const int64_t rows = shape.dim_size(shape.dims() - 2);
    const int64_t columns = shape.dim_size(shape.dims() - 1);
    OP_REQUIRES_OK(ctx, diagonals.CheckWithin(rows, columns, /*stop=*/"."));
    OP_REQUIRES_OK(ctx, diagonals.CheckOrder());
    diagonals.SetMatrix(rows, columns, alignment_);
    TensorShape packed = shape;
    packed.RemoveLastDims(2);
    if (diagonals.count() > 1) packed.AddDim(diagonals.count());
    packed.AddDim(diagonals.MaxLength());
    Tensor* diagonal = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, packed, &diagonal));
    if (diagonal->NumElements() == 0) return;
    if (diagonals.AreFew() && (diagonals.count() == 1 || IsZero(padding))) {
      const int64_t matrices = input.NumElements() / (rows * columns);
      return EnqueueCopies(ctx, sizeof(T), diagonals.Packing(matrices, input, diagonal));
    }
    EnqueueWork(ctx, 2 * diagonal->NumElements(),
                [diagonals, input = input.span<T>(), padding = padding.span<T>()[0],
                 diagonal = diagonal->span<T>()](ThreadPool* threads) {
                  Run(diagonals, OnDevice(input.data()), padding, OnDevice(diagonal), threads);
                });
  }

 private:
  static void Run(const Diagonals& diagonals, const T* input, T padding, Span<T> output,
                  ThreadPool* threads) {
    const int64_t columns = diagonals.columns();
    const int64_t max_length = diagonals.MaxLength();
    const int64_t lines = static_cast<int64_t>(output.size()) / max_length;
    threads->ParallelFor(lines, 2 * max_length, [&](int64_t begin, int64_t end) {
      for (int64_t line = begin; line < end; ++line) {
        const int64_t d = diagonals.upper() - line % diagonals.count();
        const T* from = input + line / diagonals.count() * diagonals.rows() * columns +
                        (d >= 0 ? d : -d * columns);
        T* const to = output.data() + line * max_length;
        const int64_t start = diagonals.Start(d);
        const int64_t stop = start + diagonals.Length(d);
        std::fill(to, to + start, padding);
        for (int64_t i = start; i < stop; ++i, from += columns + 1) to[i] = *from;
        std::fill(to + stop, to + max_length, padding);
      }
    });
  }

  DiagonalAlignment alignment_;
};

}  // namespace pluggable
