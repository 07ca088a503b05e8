// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Products of many matrices at once.

#ifndef PLUGGABLE_REFERENCE_BATCH_MATMUL_H_
#define PLUGGABLE_REFERENCE_BATCH_MATMUL_H_

#include <cstdint>

#include "pluggable/op_kernel.h"

#include "reference/broadcast.h"
#include "reference/enqueue.h"
#include "reference/matmul.h"

namespace pluggable {

// What has to be multiplied: the last two dimensions are matrices, those before them broadcast.
// Enqueued work captures it by value.
class BatchProduct {
 public:
  // Fails, in TensorFlow's words, if the shapes don't fit each other.
  Status Init(const TensorShape& x, bool transpose_x, const TensorShape& y, bool transpose_y);

  const TensorShape& shape() const { return shape_; }
  int64_t cost() const;

  // In work on the stream only. Defined for the types of MatrixProduct. `finish` takes the matrices
  // for one, which follow each other.
  template <typename T>
  void Run(const T* x, const T* y, T* z, ThreadPool* threads,
           const Finish<T>& finish = nullptr) const;

 private:
  TensorShape shape_;
  Broadcast batches_;
  int64_t batch_count_ = 1;
  int64_t rows_ = 0;
  int64_t columns_ = 0;
  int64_t depth_ = 0;
  bool transpose_x_ = false;
  bool transpose_y_ = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_BATCH_MATMUL_H_
