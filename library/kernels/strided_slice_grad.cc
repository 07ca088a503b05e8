// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/host_values.h"
#include "reference/strided_slice.h"

namespace pluggable {

// StridedSliceGrad(shape: Index, begin: Index, end: Index, strides: Index, dy: T) -> output: T
template <typename T, typename Index>
class StridedSliceGradOp : public OpKernel {
 public:
  explicit StridedSliceGradOp(OpKernelConstruction* ctx) : OpKernel(ctx) { masks_.Read(ctx); }

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
    EnqueueWork(ctx, output->NumElements() + dy.NumElements(),
                [copy = slice.CopyBack(dy.shape()), dy = dy.span<T>(),
                 output = output->span<T>()](ThreadPool* threads) {
                  T* const out = OnDevice(output.data());
                  threads->ParallelFor(static_cast<int64_t>(output.size()), 1,
                                       [out](int64_t begin, int64_t end) {
                                         std::fill(out + begin, out + end, T(0));
                                       });
                  copy.Run(sizeof(T), OnDevice(dy.data()), out, threads);
                });
  }

 private:
  StridedSliceMasks masks_;
};

}  // namespace pluggable
