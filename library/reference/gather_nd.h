// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Picking slices of a tensor by vectors of indices.

#ifndef PLUGGABLE_REFERENCE_GATHER_ND_H_
#define PLUGGABLE_REFERENCE_GATHER_ND_H_

#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "pluggable/op_kernel.h"

#include "reference/enqueue.h"
#include "reference/slice_indices.h"

namespace pluggable {

// output = the slices at `from`, of `size` elements each. One that is outside of params (-1) is
// zeros. In work on the stream only.
template <typename T>
void CopySlices(const std::vector<int64_t>& from, int64_t size, const T* params, T* output,
                ThreadPool* threads) {
  const int64_t bytes = size * static_cast<int64_t>(sizeof(T));
  threads->ParallelFor(
      static_cast<int64_t>(from.size()), bytes / 8 + 2, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          if (from[i] < 0) {
            std::memset(static_cast<void*>(output + i * size), 0, static_cast<size_t>(bytes));
          } else {
            std::memcpy(static_cast<void*>(output + i * size), params + from[i] * size,
                        static_cast<size_t>(bytes));
          }
        }
      });
}

// Output 0 = the slices of `params` that the index vectors name. Those outside of it fail the op,
// unless they are skipped.
template <typename T, typename Index>
void EnqueueGatherNd(OpKernelContext* ctx, const Tensor& params, const Tensor& indices, bool skip) {
  const TensorShape& shape = params.shape();
  OP_REQUIRES(ctx, shape.dims() >= 1, errors::InvalidArgument("params must be at least a vector"));
  OP_REQUIRES(ctx, indices.dims() >= 1,
              errors::InvalidArgument("indices must be at least a vector"));
  const int64_t depth = indices.dim_size(indices.dims() - 1);
  OP_REQUIRES(ctx, depth <= shape.dims(),
              errors::InvalidArgument(
                  "index innermost dimension length must be <= params rank; saw: ", depth, " vs. ",
                  shape.dims()));
  TensorShape result = indices.shape();
  result.RemoveLastDims(1);
  const int64_t count = result.num_elements();
  for (int d = static_cast<int>(depth); d < shape.dims(); ++d) result.AddDim(shape.dim_size(d));
  Tensor* output = nullptr;
  OP_REQUIRES_OK(ctx, ctx->allocate_output(0, result, &output));
  OP_REQUIRES(ctx, count == 0 || shape.num_elements() > 0,
              errors::InvalidArgument("Requested more than 0 entries, but params is empty.  "
                                      "Params shape: ",
                                      shape.DebugString()));
  OP_REQUIRES(ctx, count == 0 || depth <= 7,
              errors::InvalidArgument("Only indices.shape[-1] values between 1 and 7 are "
                                      "currently supported.  Requested rank: ",
                                      depth));
  if (output->NumElements() == 0) return;
  SliceIndices slices;
  slices.Init(indices.shape(), depth, shape);
  EnqueueWork(
      ctx, output->NumElements() + 4 * indices.NumElements(),
      [slices = std::move(slices), skip, shape, name = ctx->op_name(), params = params.span<T>(),
       indices = indices.span<Index>(), output = output->span<T>()](ThreadPool* threads) {
        const std::vector<int64_t> from = slices.Resolve(OnDevice(indices), threads);
        const std::string bad = skip ? "" : slices.FindBad(OnDevice(indices), from);
        if (!bad.empty()) {
          return errors::InvalidArgument(bad, " does not index into param shape ",
                                         shape.DebugString(), ", node name: ", name);
        }
        CopySlices(from, slices.slice_size(), OnDevice(params.data()), OnDevice(output.data()),
                   threads);
        return Status();
      });
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_GATHER_ND_H_
