// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/host_values.h"
#include "reference/scatter.h"
#include "reference/segment_sum.h"

namespace pluggable {

class SegmentSumOp : public OpKernel {
 public:
  SegmentSumOp(OpKernelConstruction* ctx, const ScatterFormula& formula)
      : OpKernel(ctx), formula_(formula) {}

  void Compute(OpKernelContext* ctx) override {
    const Tensor data = ctx->input(0);
    const Tensor segment_ids = ctx->input(1);
    const Tensor num_segments = ctx->input(2);
    const TensorShape& shape = data.shape();
    const TensorShape& ids_shape = segment_ids.shape();
    OP_REQUIRES(ctx, num_segments.dims() == 0,
                errors::InvalidArgument("num_segments should be a scalar, not shape ",
                                        num_segments.shape().DebugString()));
    OP_REQUIRES(ctx, StartsWith(shape, ids_shape),
                errors::InvalidArgument(
                    "data.shape = ", shape.DebugString(),
                    " does not start with segment_ids.shape = ", ids_shape.DebugString()));
    const int64_t segments = HostValues(num_segments)[0].value();
    OP_REQUIRES(
        ctx, segments >= 0,
        errors::InvalidArgument("Input num_segments == ", segments, " must not be negative."));
    TensorShape result({segments});
    for (int d = ids_shape.dims(); d < shape.dims(); ++d) result.AddDim(shape.dim_size(d));
    Tensor* output = nullptr;
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, result, &output));
    if (output->NumElements() == 0 && data.NumElements() == 0) return;
    const int64_t slice = segments > 0 ? output->NumElements() / segments
                                       : data.NumElements() / segment_ids.NumElements();
    compute::ScatterPlan plan = PlanScatter(formula_, segment_ids, data, slice, *output);
    plan.from_zeros = true;
    plan.indices_are = compute::ScatterIndices::kSegments;
    EnqueueScatter(ctx, plan);
  }

 private:
  static bool StartsWith(const TensorShape& shape, const TensorShape& start) {
    if (start.dims() > shape.dims()) return false;
    for (int d = 0; d < start.dims(); ++d) {
      if (shape.dim_size(d) != start.dim_size(d)) return false;
    }
    return true;
  }

  const ScatterFormula formula_;
};

// UnsortedSegmentSum(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> output: T
template <typename T, typename Tindices, typename Tnumsegments>
class UnsortedSegmentSumOp : public SegmentSumOp {
 public:
  explicit UnsortedSegmentSumOp(OpKernelConstruction* ctx)
      : SegmentSumOp(ctx, {compute::ScatterOperation::kAdd, DataTypeToEnum<T>::value,
                           &SumSegments<T>, nullptr}) {}
};

}  // namespace pluggable
