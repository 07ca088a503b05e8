// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/batch_matmul.h"

#include "pluggable/half.h"

namespace pluggable {

using compute::MatrixProductPlan;

Status BatchProduct::Init(const TensorShape& x, bool transpose_x, const TensorShape& y,
                          bool transpose_y) {
  if (x.dims() < 2) return errors::InvalidArgument("In[0] ndims must be >= 2: ", x.dims());
  if (y.dims() < 2) return errors::InvalidArgument("In[1] ndims must be >= 2: ", y.dims());
  TensorShape x_batches = x;
  TensorShape y_batches = y;
  x_batches.RemoveLastDims(2);
  y_batches.RemoveLastDims(2);
  if (!plan_.nest.Init({&x_batches, &y_batches})) {
    return errors::InvalidArgument("In[0] and In[1] must have compatible batch dimensions: ",
                                   x.DebugString(), " vs. ", y.DebugString());
  }
  plan_.transpose_a = transpose_x;
  plan_.transpose_b = transpose_y;
  plan_.rows = x.dim_size(x.dims() - (transpose_x ? 1 : 2));
  plan_.depth = x.dim_size(x.dims() - (transpose_x ? 2 : 1));
  plan_.columns = y.dim_size(y.dims() - (transpose_y ? 2 : 1));
  if (plan_.depth != y.dim_size(y.dims() - (transpose_y ? 1 : 2))) {
    return errors::InvalidArgument("Matrix size-incompatible: In[0]: ", x.DebugString(),
                                   ", In[1]: ", y.DebugString());
  }
  shape_ = plan_.nest.shape();
  plan_.batches = shape_.num_elements();
  shape_.AddDim(plan_.rows);
  shape_.AddDim(plan_.columns);
  if (y_batches.num_elements() == 1 && !transpose_x) {
    // The matrices of x are adjacent and share one matrix of y, so they form one tall matrix.
    plan_.rows *= plan_.batches;
    plan_.batches = 1;
  }
  return Status();
}

MatrixProductPlan BatchProduct::Plan(DataType dtype, const void* x, const void* y, void* z) const {
  MatrixProductPlan plan = plan_;
  plan.dtype = dtype;
  plan.a = x;
  plan.b = y;
  plan.c = z;
  return plan;
}

int64_t MatrixProductsCost(const MatrixProductPlan& plan) {
  return plan.batches * MatrixProductCost(plan.rows, plan.columns, plan.depth);
}

template <typename T>
void RunMatrixProducts(const MatrixProductPlan& plan, const T* a, const T* b, T* c,
                       ThreadPool* threads, const Finish<T>& finish) {
  const int64_t rows = plan.rows;
  const int64_t columns = plan.columns;
  const int64_t depth = plan.depth;
  const auto multiply = [&](int64_t batch, int64_t a_batch, int64_t b_batch, ThreadPool* helpers) {
    const auto finish_matrix = [&](int64_t row, int64_t count, int64_t column, int64_t width,
                                   T* out) {
      finish(batch * rows + row, count, column, width, out);
    };
    MatrixProduct<T>(
        rows, columns, depth,
        {a + a_batch * rows * depth, plan.transpose_a ? rows : depth, plan.transpose_a},
        {b + b_batch * depth * columns, plan.transpose_b ? depth : columns, plan.transpose_b},
        c + batch * rows * columns, columns, helpers, finish ? Finish<T>(finish_matrix) : nullptr);
  };
  const auto multiply_range = [&](int64_t begin, int64_t end, ThreadPool* helpers) {
    plan.nest.ForEachRow(begin, end,
                         [&](int64_t batch, int64_t count, const Broadcast::Offsets& offsets,
                             const Broadcast::Offsets& steps) {
                           for (int64_t i = 0; i < count; ++i) {
                             multiply(batch + i, offsets[0] + i * steps[0],
                                      offsets[1] + i * steps[1], helpers);
                           }
                         });
  };
  // The threads share each of a few matrices. If there are many, each thread takes some.
  if (plan.batches == 1) {
    multiply(0, 0, 0, threads);
  } else if (plan.batches < threads->NumThreads()) {
    multiply_range(0, plan.batches, threads);
  } else {
    threads->ParallelFor(plan.batches, MatrixProductCost(rows, columns, depth),
                         [&](int64_t begin, int64_t end) { multiply_range(begin, end, nullptr); });
  }
}

template void RunMatrixProducts(const MatrixProductPlan&, const float*, const float*, float*,
                                ThreadPool*, const Finish<float>&);
template void RunMatrixProducts(const MatrixProductPlan&, const double*, const double*, double*,
                                ThreadPool*, const Finish<double>&);
template void RunMatrixProducts(const MatrixProductPlan&, const int32_t*, const int32_t*, int32_t*,
                                ThreadPool*, const Finish<int32_t>&);
template void RunMatrixProducts(const MatrixProductPlan&, const int64_t*, const int64_t*, int64_t*,
                                ThreadPool*, const Finish<int64_t>&);
template void RunMatrixProducts(const MatrixProductPlan&, const half*, const half*, half*,
                                ThreadPool*, const Finish<half>&);
template void RunMatrixProducts(const MatrixProductPlan&, const bfloat16*, const bfloat16*,
                                bfloat16*, ThreadPool*, const Finish<bfloat16>&);

}  // namespace pluggable
