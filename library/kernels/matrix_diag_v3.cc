// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/diagonals.h"
#include "reference/host_values.h"

namespace pluggable {

// MatrixDiagV3(diagonal: T, k: int32, num_rows: int32, num_cols: int32, padding_value: T) ->
//     output: T
template <typename T>
class MatrixDiagV3Op : public OpKernel {
 public:
  explicit MatrixDiagV3Op(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, alignment_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor diagonal = ctx->input(0);
    const Tensor rows_tensor = ctx->input(2);
    const Tensor columns_tensor = ctx->input(3);
    const Tensor padding = ctx->input(4);
    Diagonals diagonals;
    OP_REQUIRES_OK(ctx, diagonals.ReadRange(ctx->input(1)));
    OP_REQUIRES(ctx, rows_tensor.dims() == 0, errors::InvalidArgument("num_rows must be a scalar"));
    OP_REQUIRES(ctx, columns_tensor.dims() == 0,
                errors::InvalidArgument("num_cols must be a scalar"));
    OP_REQUIRES(ctx, padding.dims() == 0,
                errors::InvalidArgument("padding_value must be a scalar"));
    int64_t rows = HostValues(rows_tensor)[0].value();
    int64_t columns = HostValues(columns_tensor)[0].value();
    const TensorShape& packed = diagonal.shape();
    const int rank = packed.dims();
    OP_REQUIRES(ctx, rank >= 1,
                errors::InvalidArgument("diagonal must be at least 1-dim, received shape: ",
                                        packed.DebugString()));
    OP_REQUIRES_OK(ctx, diagonals.CheckOrder());
    OP_REQUIRES(
        ctx,
        diagonals.count() == 1 || (rank >= 2 && packed.dim_size(rank - 2) == diagonals.count()),
        errors::InvalidArgument("The number of diagonals provided in the input does not "
                                "match the lower_diag_index and upper_diag_index range."));
    // -1 selects the size that fits the diagonals: a square matrix, or the smallest that contains
    // them.
    const int64_t length = packed.dim_size(rank - 1);
    const CheckedInt checked_rows = CheckedInt(length) - std::min<int64_t>(diagonals.upper(), 0);
    const CheckedInt checked_columns = CheckedInt(length) + std::max<int64_t>(diagonals.lower(), 0);
    OP_REQUIRES(
        ctx, checked_rows.ok() && checked_columns.ok(),
        errors::InvalidArgument("The matrix would have more than 2**63 - 1 rows or columns"));
    const int64_t min_rows = checked_rows.value();
    const int64_t min_columns = checked_columns.value();
    OP_REQUIRES(ctx, rows == -1 || rows >= min_rows,
                errors::InvalidArgument("The number of rows is too small."));
    OP_REQUIRES(ctx, columns == -1 || columns >= min_columns,
                errors::InvalidArgument("The number of columns is too small."));
    const bool square = rows == -1 && columns == -1;
    if (rows == -1) rows = square ? std::max(min_rows, min_columns) : min_rows;
    if (columns == -1) columns = square ? rows : min_columns;
    OP_REQUIRES(ctx, rows == min_rows || columns == min_columns,
                errors::InvalidArgument("The number of rows or columns is not consistent with the "
                                        "specified d_lower, d_upper, and diagonal."));
    TensorShape shape = packed;
    shape.RemoveLastDims(diagonals.count() == 1 ? 1 : 2);
    shape.AddDim(rows);
    shape.AddDim(columns);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    diagonals.SetMatrix(rows, columns, alignment_);
    const int64_t matrices = output->NumElements() / (rows * columns);
    if (diagonals.AreFew() && IsZero(padding)) {
      StridedCopy zeros;
      zeros.AddDim(output->NumElements(), 0, 1);
      std::vector<CopyTask> copies = diagonals.Unpacking(matrices, diagonal, output);
      copies.insert(copies.begin(), {zeros, nullptr, output->data()});
      return EnqueueCopies(ctx, sizeof(T), copies);
    }
    EnqueueDiagonals(ctx, diagonals.Plan(compute::DiagonalsPlan::Kind::kUnpack, matrices, diagonal,
                                         /*around=*/nullptr, &padding, output));
  }

 private:
  DiagonalAlignment alignment_;
};

}  // namespace pluggable
