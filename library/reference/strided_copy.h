// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Copies between two layouts of the same elements, for slicing, transposing, tiling, concatenating,
// splitting and padding.

#ifndef PLUGGABLE_REFERENCE_STRIDED_COPY_H_
#define PLUGGABLE_REFERENCE_STRIDED_COPY_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"
#include "pluggable/thread_pool.h"

#include "compute/strided_copy.h"

namespace pluggable {

// A loop nest with separate steps for the source and the target, in elements. A source step of 0
// repeats an element; a negative one reads backwards. Enqueued work captures it by value.
class StridedCopy {
 public:
  // The next dimension, outermost first.
  void AddDim(int64_t size, int64_t from_step, int64_t to_step);
  // Adds to the start of the nest.
  void AddOffsets(int64_t from, int64_t to) {
    from_offset_ += from;
    to_offset_ += to;
  }

  int64_t num_elements() const;

  // Copies elements of `element_size` bytes (1, 2, 4, 8 or 16) in device memory. Only work on the
  // stream may call it.
  void Run(size_t element_size, const void* from, void* to, ThreadPool* threads) const;

  // The same, for the primitive.
  compute::StridedCopyPlan::Copy Plan(size_t element_size, const void* from, void* to) const;

 private:
  std::vector<compute::StridedCopyPlan::Dim> dims_;
  int64_t from_offset_ = 0;
  int64_t to_offset_ = 0;
};

// Copies along a nest. from and to are the first elements. Only work on the stream may call it.
void RunStridedCopy(const std::vector<compute::StridedCopyPlan::Dim>& dims, size_t element_size,
                    const void* from, void* to, ThreadPool* threads);

// The cost of the copies in nanoseconds on one core.
int64_t StridedCopiesCost(const compute::StridedCopyPlan& plan);

// The steps of a tensor's dimensions in row-major order.
std::vector<int64_t> RowMajorSteps(const TensorShape& shape);

// Enqueues copies from tensors to tensors of the same type, copies[i] from from[i] to to[i].
struct CopyTask {
  StridedCopy copy;
  const void* from;
  void* to;
};
void EnqueueCopies(OpKernelContext* ctx, size_t element_size, const std::vector<CopyTask>& tasks);
void EnqueueCopy(OpKernelContext* ctx, const StridedCopy& copy, const Tensor& from, Tensor* to);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_STRIDED_COPY_H_
