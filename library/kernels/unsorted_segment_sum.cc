// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include <algorithm>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/compute_type.h"
#include "reference/enqueue.h"
#include "reference/formula.h"
#include "reference/host_values.h"
#include "reference/slice_indices.h"
#include "reference/vectorized.h"

namespace pluggable {

// UnsortedSegmentSum(data: T, segment_ids: Tindices, num_segments: Tnumsegments) -> output: T
template <typename T, typename Tindices, typename Tnumsegments>
class UnsortedSegmentSumOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

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
    EnqueueWork(ctx, data.NumElements() + segment_ids.NumElements() + output->NumElements(),
                [segments, data = data.span<T>(), ids = segment_ids.span<Tindices>(), ids_shape,
                 output = output->span<T>()](ThreadPool* threads) {
                  return Run(OnDevice(data), OnDevice(ids), ids_shape, segments, OnDevice(output),
                             threads);
                });
  }

 private:
  using C = ComputeType<T>;

  static bool StartsWith(const TensorShape& shape, const TensorShape& start) {
    if (start.dims() > shape.dims()) return false;
    for (int d = 0; d < start.dims(); ++d) {
      if (shape.dim_size(d) != start.dim_size(d)) return false;
    }
    return true;
  }

  // Each segment's rows are added up in their order, by one thread. Rows of negative segments are
  // left out.
  static Status Run(Span<const T> data, Span<const Tindices> ids, const TensorShape& ids_shape,
                    int64_t segments, Span<T> output, ThreadPool* threads) {
    const int64_t rows = static_cast<int64_t>(ids.size());
    std::vector<int64_t> ends(static_cast<size_t>(segments) + 1);  // of each segment's rows, below
    for (int64_t row = 0; row < rows; ++row) {
      if (ids[row] >= segments) {
        return errors::InvalidArgument("segment_ids", PositionText(ids_shape, row), " = ", ids[row],
                                       " is out of range [0, ", segments, ")");
      }
      if (ids[row] >= 0) ++ends[ids[row] + 1];
    }
    if (output.empty()) return Status();
    for (int64_t segment = 0; segment < segments; ++segment) ends[segment + 1] += ends[segment];
    std::vector<int64_t> order(static_cast<size_t>(ends[segments]));
    for (int64_t row = 0; row < rows; ++row) {
      if (ids[row] >= 0) order[ends[ids[row]]++] = row;
    }
    const int64_t size = static_cast<int64_t>(output.size()) / segments;
    threads->ParallelFor(
        segments, (rows / segments + 1) * size, Vectorized([&](int64_t begin, int64_t end) {
          std::vector<C> sums(static_cast<size_t>(size));
          for (int64_t segment = begin; segment < end; ++segment) {
            std::fill(sums.begin(), sums.end(), C(0));
            for (int64_t i = segment == 0 ? 0 : ends[segment - 1]; i < ends[segment]; ++i) {
              const T* row = data.data() + order[i] * size;
              for (int64_t j = 0; j < size; ++j) {
                sums[j] = formula::sum(sums[j], static_cast<C>(row[j]));
              }
            }
            T* out = output.data() + segment * size;
            for (int64_t j = 0; j < size; ++j) out[j] = static_cast<T>(sums[j]);
          }
        }));
    return Status();
  }
};

}  // namespace pluggable
