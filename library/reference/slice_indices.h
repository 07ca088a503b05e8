// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Slices of a tensor that vectors of indices select: the common part of GatherNd and ScatterNd ops.

#ifndef PLUGGABLE_REFERENCE_SLICE_INDICES_H_
#define PLUGGABLE_REFERENCE_SLICE_INDICES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

// Reads the attribute "bad_indices_policy", which older releases of TensorFlow lack: whether
// indices outside of the tensor are skipped. Otherwise they fail the op.
Status ReadBadIndicesPolicy(OpKernelConstruction* ctx, bool* skip);

// "[1,2]": the position of element i in a tensor of that shape. Empty for a scalar.
std::string PositionText(const TensorShape& shape, int64_t i);

// A tensor of index vectors, in its last dimension. Enqueued work captures it by value.
class SliceIndices {
 public:
  // Each vector has `depth` indices, for the first dimensions of `shape`.
  void Init(const TensorShape& indices, int64_t depth, const TensorShape& shape);

  int64_t count() const { return count_; }
  // The number of elements of a slice.
  int64_t slice_size() const { return slice_size_; }

  // The numbers of the slices in row-major order, -1 for slices outside of the tensor. Only work on
  // the stream may call it. Defined for int32_t and int64_t.
  template <typename Index>
  std::vector<int64_t> Resolve(Span<const Index> indices, ThreadPool* threads) const;
  // "indices[0,1] = [4, 2]": the first vector outside of the tensor. Empty if there is none.
  template <typename Index>
  std::string FindBad(Span<const Index> indices, const std::vector<int64_t>& slices) const;

 private:
  TensorShape indices_shape_;
  int64_t count_ = 1;
  int64_t slice_size_ = 1;
  std::vector<int64_t> sizes_;  // of the dimensions that are indexed
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SLICE_INDICES_H_
