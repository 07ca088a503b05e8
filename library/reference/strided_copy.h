// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Copies between two layouts of the same elements: what slicing, transposing, tiling,
// concatenating, splitting and padding have in common.

#ifndef PLUGGABLE_REFERENCE_STRIDED_COPY_H_
#define PLUGGABLE_REFERENCE_STRIDED_COPY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

// A loop nest in which source and target advance by steps of their own, counted in elements. A step
// of 0 repeats an element of the source, a negative one runs backwards. Enqueued work captures it
// by value.
class StridedCopy {
 public:
  // The next dimension, outermost first.
  void AddDim(int64_t size, int64_t from_step, int64_t to_step);
  // Where the nest starts.
  void AddOffsets(int64_t from, int64_t to) {
    from_offset_ += from;
    to_offset_ += to;
  }

  int64_t num_elements() const;

  // Copies elements of `element_size` bytes: 1, 2, 4, 8 or 16. Of the device's memory, in work on
  // the stream only.
  void Run(size_t element_size, const void* from, void* to, ThreadPool* threads) const;

 private:
  struct Dim {
    int64_t size;
    int64_t from_step;
    int64_t to_step;
  };

  template <size_t kSize>
  struct Element;
  template <size_t kSize>
  void RunElements(const void* from, void* to, ThreadPool* threads) const;

  std::vector<Dim> dims_;  // none of size 1, neighbours merged where possible
  int64_t from_offset_ = 0;
  int64_t to_offset_ = 0;
};

// The steps of a tensor's dimensions in row-major order.
std::vector<int64_t> RowMajorSteps(const TensorShape& shape);

// Enqueues copies from tensors to tensors of the same type, copies[i] from from[i] to to[i].
struct CopyTask {
  StridedCopy copy;
  const void* from;
  void* to;
};
void EnqueueCopies(OpKernelContext* ctx, size_t element_size, std::vector<CopyTask> tasks);
void EnqueueCopy(OpKernelContext* ctx, StridedCopy copy, const Tensor& from, Tensor* to);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_STRIDED_COPY_H_
