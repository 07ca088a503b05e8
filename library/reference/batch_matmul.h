// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Products of many matrices at once.

#ifndef PLUGGABLE_REFERENCE_BATCH_MATMUL_H_
#define PLUGGABLE_REFERENCE_BATCH_MATMUL_H_

#include <cstdint>

#include "pluggable/op_kernel.h"

#include "compute/matrix_product.h"
#include "reference/enqueue.h"
#include "reference/matmul.h"

namespace pluggable {

// Computes c = a b for all products of a plan, whose pointers count for nothing. In work on the
// stream only. Defined for the types of MatrixProduct. `finish` takes the matrices for one, which
// follow each other.
template <typename T>
void RunMatrixProducts(const compute::MatrixProductPlan& plan, const T* a, const T* b, T* c,
                       ThreadPool* threads, const Finish<T>& finish = nullptr);

// What that costs on one core, in nanoseconds.
int64_t MatrixProductsCost(const compute::MatrixProductPlan& plan);

// What has to be multiplied: the last two dimensions are matrices, those before them broadcast.
// Enqueued work captures it by value.
class BatchProduct {
 public:
  // Fails, in TensorFlow's words, if the shapes don't fit each other.
  Status Init(const TensorShape& x, bool transpose_x, const TensorShape& y, bool transpose_y);

  const TensorShape& shape() const { return shape_; }
  int64_t cost() const { return MatrixProductsCost(plan_); }

  // Of tensors of such shapes.
  compute::MatrixProductPlan Plan(DataType dtype, const void* x, const void* y, void* z) const;

  // As RunMatrixProducts.
  template <typename T>
  void Run(const T* x, const T* y, T* z, ThreadPool* threads,
           const Finish<T>& finish = nullptr) const {
    RunMatrixProducts(plan_, x, y, z, threads, finish);
  }

 private:
  TensorShape shape_;
  compute::MatrixProductPlan plan_;  // without data
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_BATCH_MATMUL_H_
