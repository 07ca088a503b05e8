// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/strided_copy.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class PackOfAnyType : public OpKernel {
 public:
  explicit PackOfAnyType(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("axis", &axis_));
  }

  void Compute(OpKernelContext* ctx) override {
    const int count = ctx->num_inputs();
    TensorShape shape = ctx->input_shape(0);
    const int rank = shape.dims() + 1;
    const int axis = axis_ < 0 ? axis_ + rank : axis_;
    OP_REQUIRES(ctx, axis >= 0 && axis < rank,
                errors::InvalidArgument("axis = ", axis_, " not in [", -rank, ", ", rank, ")"));
    CheckedInt piece = 1;  // elements that each value adds to a row of the output
    for (int d = axis; d < shape.dims(); ++d) piece *= shape.dim_size(d);
    shape.InsertDim(axis, count);
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    shape.RemoveDim(axis);
    std::vector<CopyTask> tasks;
    for (int i = 0; i < count; ++i) {
      const Tensor value = ctx->input(i);
      OP_REQUIRES(ctx, value.shape() == shape,
                  errors::InvalidArgument(
                      "Shapes of all inputs must match: values[0].shape = ", shape.DebugString(),
                      " != values[", i, "].shape = ", value.shape().DebugString()));
      if (value.NumElements() == 0) continue;
      StridedCopy copy;
      const int64_t size = piece.value();
      copy.AddOffsets(0, i * size);
      copy.AddDim(value.NumElements() / size, size, count * size);
      copy.AddDim(size, 1, 1);
      tasks.push_back({std::move(copy), value.data(), output->data()});
    }
    if (!tasks.empty()) EnqueueCopies(ctx, DataTypeSize(output->dtype()), tasks);
  }

 private:
  int32_t axis_ = 0;
};

// Pack(values: N * T) -> output: T
template <typename T>
class PackOp : public PackOfAnyType {
 public:
  using PackOfAnyType::PackOfAnyType;
};

}  // namespace pluggable
