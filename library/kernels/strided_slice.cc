// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/strided_slice.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class StridedSliceOfAnyType : public OpKernel {
 public:
  explicit StridedSliceOfAnyType(OpKernelConstruction* ctx) : OpKernel(ctx) { masks_.Read(ctx); }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    StridedSliceSpec slice;
    OP_REQUIRES_OK(ctx,
                   slice.Init(input.shape(), ctx->input(1), ctx->input(2), ctx->input(3), masks_));
    if (slice.is_identity()) {
      Tensor same;
      OP_REQUIRES(ctx, same.CopyFrom(input, slice.shape()), errors::Internal("Copy failed"));
      ctx->set_output(0, same);
      return;
    }
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, slice.shape(), &output));
    if (output->NumElements() == 0) return;
    EnqueueCopy(ctx, slice.Copy(), input, output);
  }

 private:
  StridedSliceMasks masks_;
};

// StridedSlice(input: T, begin: Index, end: Index, strides: Index) -> output: T
template <typename T, typename Index>
class StridedSliceOp : public StridedSliceOfAnyType {
 public:
  using StridedSliceOfAnyType::StridedSliceOfAnyType;
};

}  // namespace pluggable
