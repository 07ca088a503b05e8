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

// Computes c = a b for all products of a plan. The plan's pointers are ignored. Only work on the
// stream may call it. Defined for the types of MatrixProduct. `finish` treats the products, which
// are adjacent, as one matrix.
template <typename T>
void RunMatrixProducts(const compute::MatrixProductPlan& plan, const T* a, const T* b, T* c,
                       ThreadPool* threads, const Finish<T>& finish = nullptr);

// The cost of the products in nanoseconds on one core.
int64_t MatrixProductsCost(const compute::MatrixProductPlan& plan);

// A batch of products: the last two dimensions are matrices, the dimensions before them broadcast.
// Enqueued work captures it by value.
class BatchProduct {
 public:
  // Fails with TensorFlow's message if the shapes do not fit each other.
  Status Init(const TensorShape& x, bool transpose_x, const TensorShape& y, bool transpose_y);

  const TensorShape& shape() const { return shape_; }
  int64_t cost() const { return MatrixProductsCost(plan_); }

  // The plan for tensors of these shapes.
  compute::MatrixProductPlan Plan(DataType dtype, const void* x, const void* y, void* z) const;

  // See RunMatrixProducts.
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
