// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/strided_copy.h"
#include "reference/strided_slice.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class StridedSliceGradOfAnyType : public OpKernel {
 public:
  explicit StridedSliceGradOfAnyType(OpKernelConstruction* ctx) : OpKernel(ctx) {
    masks_.Read(ctx);
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor sizes = ctx->input(0);
    OP_REQUIRES(ctx, sizes.dims() == 1,
                errors::InvalidArgument("shape must be 1-D, got shape.shape = ",
                                        sizes.shape().DebugString()));
    TensorShape shape;
    const std::vector<CheckedInt> values = HostValues(sizes);
    OP_REQUIRES_OK(ctx, TensorShapeUtils::MakeShape(Span<const CheckedInt>(values), &shape));
    StridedSliceSpec slice;
    OP_REQUIRES_OK(ctx, slice.Init(shape, ctx->input(1), ctx->input(2), ctx->input(3), masks_));
    const Tensor dy = ctx->input(4);
    OP_REQUIRES(ctx, dy.shape() == slice.shape(),
                errors::InvalidArgument("shape of dy was ", dy.shape().DebugString(),
                                        " instead of ", slice.shape().DebugString()));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, shape, &output));
    if (output->NumElements() == 0) return;
    StridedCopy zeros;
    zeros.AddDim(output->NumElements(), 0, 1);
    EnqueueCopies(ctx, DataTypeSize(dy.dtype()),
                  {{zeros, nullptr, output->data()},
                   {slice.CopyBack(dy.shape()), dy.data(), output->data()}});
  }

 private:
  StridedSliceMasks masks_;
};

// StridedSliceGrad(shape: Index, begin: Index, end: Index, strides: Index, dy: T) -> output: T
template <typename T, typename Index>
class StridedSliceGradOp : public StridedSliceGradOfAnyType {
 public:
  using StridedSliceGradOfAnyType::StridedSliceGradOfAnyType;
};

}  // namespace pluggable
