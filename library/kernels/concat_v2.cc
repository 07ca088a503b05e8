// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/strided_copy.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class ConcatV2OfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    OpInputList values;
    OP_REQUIRES_OK(ctx, ctx->input_list("values", &values));
    const Tensor axis_tensor = ctx->input(values.size());
    OP_REQUIRES(ctx, axis_tensor.NumElements() == 1 && axis_tensor.dims() <= 1,
                errors::InvalidArgument("axis tensor should be a scalar integer, but got shape ",
                                        axis_tensor.shape().DebugString()));
    const CheckedInt given_axis = HostValues(axis_tensor)[0];
    TensorShape shape = values.shape(0);
    const int rank = shape.dims();
    const CheckedInt axis = FromTheFront(given_axis, rank);
    OP_REQUIRES(
        ctx, (axis >= 0 && axis < rank) || given_axis == 0,
        errors::InvalidArgument("ConcatOp : Expected concatenating dimensions in the range [",
                                -rank, ", ", rank, "), but got ", given_axis));
    const int dim = static_cast<int>(axis.value());
    CheckedInt length = 0;
    for (int i = 0; i < values.size(); ++i) {
      const TensorShape next = values.shape(i);
      OP_REQUIRES(
          ctx, next.dims() > 0,
          errors::InvalidArgument("ConcatOp : Can't concatenate scalars (use tf.stack instead)"));
      OP_REQUIRES(ctx, next.dims() == rank,
                  errors::InvalidArgument(
                      "ConcatOp : Ranks of all input tensors should match: shape[0] = ",
                      values.shape(0).DebugString(), " vs. shape[", i, "] = ", next.DebugString()));
      for (int d = 0; d < rank; ++d) {
        OP_REQUIRES(ctx, d == dim || next.dim_size(d) == shape.dim_size(d),
                    errors::InvalidArgument(
                        "ConcatOp : Dimension ", d,
                        " in both shapes must be equal: shape[0] = ", values.shape(0).DebugString(),
                        " vs. shape[", i, "] = ", next.DebugString()));
      }
      length += next.dim_size(dim);
    }
    OP_REQUIRES(ctx, length.ok(),
                errors::InvalidArgument("ConcatOp : the result would be longer than ", length,
                                        " in dimension ", dim));
    shape.set_dim(dim, length.value());
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    const std::vector<int64_t> steps = RowMajorSteps(shape);
    const int64_t row = shape.dim_size(dim) * steps[dim];  // of the output, in elements
    const int64_t rows = shape.num_elements() / row;
    std::vector<CopyTask> tasks;
    int64_t filled = 0;  // elements of each row that are written
    for (int i = 0; i < values.size(); ++i) {
      const Tensor value = values[i];
      const int64_t piece = value.dim_size(dim) * steps[dim];
      StridedCopy copy;
      copy.AddOffsets(0, filled);
      copy.AddDim(rows, piece, row);
      copy.AddDim(piece, 1, 1);
      tasks.push_back({std::move(copy), value.data(), output->data()});
      filled += piece;
    }
    EnqueueCopies(ctx, DataTypeSize(output->dtype()), tasks);
  }
};

// ConcatV2(values: N * T, axis: Tidx) -> output: T
template <typename T, typename Tidx>
class ConcatV2Op : public ConcatV2OfAnyType {
 public:
  using ConcatV2OfAnyType::ConcatV2OfAnyType;
};

}  // namespace pluggable
