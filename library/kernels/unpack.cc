// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class UnpackOfAnyType : public OpKernel {
 public:
  explicit UnpackOfAnyType(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axis", &axis_));
  }

  void Compute(OpKernelContext* ctx) override {
    const int count = ctx->num_outputs();
    const Tensor value = ctx->input(0);
    const int rank = value.dims();
    const int axis = axis_ < 0 ? axis_ + rank : axis_;
    OP_REQUIRES(ctx, axis >= 0 && axis < rank,
                errors::InvalidArgument("axis = ", axis_, " not in [", -rank, ", ", rank, ")"));
    OP_REQUIRES(ctx, value.dim_size(axis) == count,
                errors::InvalidArgument("Input shape axis ", axis, " must equal ", count,
                                        ", got shape ", value.shape().DebugString()));
    CheckedInt piece = 1;  // elements that each output takes from a row of the input
    for (int d = axis + 1; d < rank; ++d) piece *= value.dim_size(d);
    TensorShape shape = value.shape();
    shape.RemoveDim(axis);
    std::vector<CopyTask> tasks;
    for (int i = 0; i < count; ++i) {
      Tensor* output = nullptr;
      OP_REQUIRES_OK(ctx, ctx->allocate_output(i, shape, &output));
      if (output->NumElements() == 0) continue;
      StridedCopy copy;
      const int64_t size = piece.value();
      copy.AddOffsets(i * size, 0);
      copy.AddDim(output->NumElements() / size, count * size, size);
      copy.AddDim(size, 1, 1);
      tasks.push_back({std::move(copy), value.data(), output->data()});
    }
    if (!tasks.empty()) EnqueueCopies(ctx, DataTypeSize(value.dtype()), tasks);
  }

 private:
  int32_t axis_ = 0;
};

// Unpack(value: T) -> output: num * T
template <typename T>
class UnpackOp : public UnpackOfAnyType {
 public:
  using UnpackOfAnyType::UnpackOfAnyType;
};

}  // namespace pluggable
