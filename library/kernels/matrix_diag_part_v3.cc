// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/diagonals.h"

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
    const int64_t matrices = input.NumElements() / (rows * columns);
    if (diagonals.AreFew() && (diagonals.count() == 1 || IsZero(padding))) {
      return EnqueueCopies(ctx, sizeof(T), diagonals.Packing(matrices, input, diagonal));
    }
    EnqueueDiagonals(ctx, diagonals.Plan(compute::DiagonalsPlan::Kind::kPack, matrices, input,
                                         /*around=*/nullptr, &padding, diagonal));
  }

 private:
  DiagonalAlignment alignment_;
};

}  // namespace pluggable
