// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/diagonals.h"

namespace pluggable {

// MatrixSetDiagV3(input: T, diagonal: T, k: int32) -> output: T
template <typename T>
class MatrixSetDiagV3Op : public OpKernel {
 public:
  explicit MatrixSetDiagV3Op(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, alignment_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(0);
    const Tensor diagonal = ctx->input(1);
    const TensorShape& packed = diagonal.shape();
    const int rank = shape.dims();
    OP_REQUIRES(ctx, ctx->input(2).dims() > 1 || ctx->input(2).NumElements() > 0,
                errors::InvalidArgument("diag_index must have at least one element"));
    Diagonals diagonals;
    OP_REQUIRES_OK(ctx, diagonals.ReadRange(ctx->input(2)));
    OP_REQUIRES(ctx, rank >= 2,
                errors::InvalidArgument("input must be at least 2-dim, received shape: ",
                                        shape.DebugString()));
    OP_REQUIRES(ctx, packed.dims() >= 1,
                errors::InvalidArgument("diagonal must be at least 1-dim, received shape: ",
                                        packed.DebugString()));
    const int64_t rows = shape.dim_size(rank - 2);
    const int64_t columns = shape.dim_size(rank - 1);
    OP_REQUIRES_OK(ctx, diagonals.CheckWithin(rows, columns, /*stop=*/""));
    OP_REQUIRES_OK(ctx, diagonals.CheckOrder());
    diagonals.SetMatrix(rows, columns, alignment_);
    OP_REQUIRES(ctx, diagonals.count() == 1 || packed.dims() >= rank - 1,
                errors::InvalidArgument("Diagonal tensor rank must be large enough to contain a "
                                        "diagonal-count dimension. Input rank: ",
                                        rank, ", Expected diagonal rank >= ", rank - 1,
                                        ", Received diagonal rank: ", packed.dims()));
    OP_REQUIRES(ctx, diagonals.count() == 1 || packed.dim_size(rank - 2) == diagonals.count(),
                errors::InvalidArgument("The number of diagonals provided in `diag` is not "
                                        "consistent with `lower_diag_index` and "
                                        "`upper_diag_index`"));
    TensorShape expected = shape;
    expected.RemoveLastDims(2);
    if (diagonals.count() > 1) expected.AddDim(diagonals.count());
    expected.AddDim(diagonals.MaxLength());
    OP_REQUIRES(
        ctx, packed == expected,
        errors::InvalidArgument("Either first dimensions of diagonal don't match input.shape[:-2], "
                                "or diagonal.shape[:-1] is not equal to the longests diagonal in "
                                "range [lower_diag_index:upper_diag_index].\nInput shape: ",
                                shape.DebugString(), "\nDiagonal shape: ", packed.DebugString(),
                                "\nExpected diagonal shape: ", expected.DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &output));
    if (output->NumElements() == 0) return;
    const Tensor input = ctx->input(0);
    const int64_t matrices = output->NumElements() / (rows * columns);
    if (diagonals.AreFew()) {
      std::vector<CopyTask> copies = diagonals.Unpacking(matrices, diagonal, output);
      if (input.data() != output->data()) {
        StridedCopy all;
        all.AddDim(output->NumElements(), 1, 1);
        copies.insert(copies.begin(), {all, input.data(), output->data()});
      }
      return EnqueueCopies(ctx, sizeof(T), copies);
    }
    EnqueueDiagonals(ctx, diagonals.Plan(compute::DiagonalsPlan::Kind::kUnpack, matrices, diagonal,
                                         &input, /*padding=*/nullptr, output));
  }

 private:
  DiagonalAlignment alignment_;
};

}  // namespace pluggable
