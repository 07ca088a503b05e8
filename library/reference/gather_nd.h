// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Gathers slices of a tensor by vectors of indices.

#ifndef PLUGGABLE_REFERENCE_GATHER_ND_H_
#define PLUGGABLE_REFERENCE_GATHER_ND_H_

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "pluggable/op_kernel.h"

#include "compute/gather_nd.h"
#include "reference/slice_indices.h"

namespace pluggable {

// Copies the slices at `from`, of `bytes` bytes each. A slice outside of params (-1) becomes zeros.
// Only work on the stream may call it.
inline void CopySlices(const std::vector<int64_t>& from, int64_t bytes, const char* params,
                       char* output, ThreadPool* threads) {
  threads->ParallelFor(
      static_cast<int64_t>(from.size()), bytes / 8 + 2, [&](int64_t begin, int64_t end) {
        for (int64_t i = begin; i < end; ++i) {
          if (from[i] < 0) {
            std::memset(output + i * bytes, 0, static_cast<size_t>(bytes));
          } else {
            std::memcpy(output + i * bytes, params + from[i] * bytes, static_cast<size_t>(bytes));
          }
        }
      });
}

// Computes a plan for the op `name`. Only work on the stream may call it.
template <typename Index>
Status RunGatherNd(const compute::GatherNdPlan& plan, const char* name, ThreadPool* threads) {
  SliceIndices slices;
  slices.Init(plan.indices_shape, plan.depth, plan.shape);
  const Span<const Index> indices(OnDevice(static_cast<const Index*>(plan.indices)),
                                  static_cast<size_t>(plan.count * plan.depth));
  const std::vector<int64_t> from = slices.Resolve(indices, threads);
  const std::string bad = plan.skips_bad ? "" : slices.FindBad(indices, from);
  if (!bad.empty()) {
    return errors::InvalidArgument(bad, " does not index into param shape ",
                                   plan.shape.DebugString(), ", node name: ", name);
  }
  CopySlices(from, plan.slice * static_cast<int64_t>(plan.element_bytes),
             static_cast<const char*>(OnDevice(plan.params)),
             static_cast<char*>(OnDevice(plan.out)), threads);
  return Status();
}

// Output 0 = the slices of `params` that the index vectors select. A vector outside of it fails the
// op, unless such vectors are skipped.
void EnqueueGatherNd(OpKernelContext* ctx, const Tensor& params, const Tensor& indices, bool skip);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_GATHER_ND_H_
