// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Slices of a tensor that vectors of indices name: what gathers and scatters by many dimensions
// have in common.

#ifndef PLUGGABLE_REFERENCE_SLICE_INDICES_H_
#define PLUGGABLE_REFERENCE_SLICE_INDICES_H_

#include <cstdint>
#include <string>
#include <vector>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

// Whether indices outside of the tensor are left out; otherwise the op fails. Of the attribute
// "bad_indices_policy", which older releases of TensorFlow lack.
Status ReadBadIndicesPolicy(OpKernelConstruction* ctx, bool* skip);

// "[1,2]": where element i of a tensor of that shape is. Nothing for a scalar.
std::string PositionText(const TensorShape& shape, int64_t i);

// A tensor of index vectors, which are its last dimension. Enqueued work captures it by value.
class SliceIndices {
 public:
  // Each vector has `depth` indices, of the first dimensions of `shape`.
  void Init(const TensorShape& indices, int64_t depth, const TensorShape& shape);

  int64_t count() const { return count_; }
  // The elements of a slice.
  int64_t slice_size() const { return slice_size_; }

  // The numbers of the slices in row-major order, -1 for those outside of the tensor. In work on
  // the stream only. Defined for int32_t and int64_t.
  template <typename Index>
  std::vector<int64_t> Resolve(Span<const Index> indices, ThreadPool* threads) const;
  // "indices[0,1] = [4, 2]": the first vector that is outside of the tensor. Nothing if none is.
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
