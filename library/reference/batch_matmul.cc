// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/batch_matmul.h"

#include "pluggable/half.h"

namespace pluggable {

Status BatchProduct::Init(const TensorShape& x, bool transpose_x, const TensorShape& y,
                          bool transpose_y) {
  if (x.dims() < 2) return errors::InvalidArgument("In[0] ndims must be >= 2: ", x.dims());
  if (y.dims() < 2) return errors::InvalidArgument("In[1] ndims must be >= 2: ", y.dims());
  TensorShape x_batches = x;
  TensorShape y_batches = y;
  x_batches.RemoveLastDims(2);
  y_batches.RemoveLastDims(2);
  if (!batches_.Init({&x_batches, &y_batches})) {
    return errors::InvalidArgument("In[0] and In[1] must have compatible batch dimensions: ",
                                   x.DebugString(), " vs. ", y.DebugString());
  }
  transpose_x_ = transpose_x;
  transpose_y_ = transpose_y;
  rows_ = x.dim_size(x.dims() - (transpose_x ? 1 : 2));
  depth_ = x.dim_size(x.dims() - (transpose_x ? 2 : 1));
  columns_ = y.dim_size(y.dims() - (transpose_y ? 2 : 1));
  if (depth_ != y.dim_size(y.dims() - (transpose_y ? 1 : 2))) {
    return errors::InvalidArgument("Matrix size-incompatible: In[0]: ", x.DebugString(),
                                   ", In[1]: ", y.DebugString());
  }
  shape_ = batches_.shape();
  batch_count_ = shape_.num_elements();
  shape_.AddDim(rows_);
  shape_.AddDim(columns_);
  if (y_batches.num_elements() == 1 && !transpose_x) {
    // The matrices of x follow each other, and all meet the same one: they are one tall matrix.
    rows_ *= batch_count_;
    batch_count_ = 1;
  }
  return Status();
}

int64_t BatchProduct::cost() const {
  return batch_count_ * MatrixProductCost(rows_, columns_, depth_);
}

template <typename T>
void BatchProduct::Run(const T* x, const T* y, T* z, ThreadPool* threads,
                       const Finish<T>& finish) const {
  const auto multiply = [&](int64_t batch, int64_t x_batch, int64_t y_batch, ThreadPool* helpers) {
    const auto finish_matrix = [&](int64_t row, int64_t rows, int64_t column, int64_t columns,
                                   T* out) {
      finish(batch * rows_ + row, rows, column, columns, out);
    };
    MatrixProduct<T>(
        rows_, columns_, depth_,
        {x + x_batch * rows_ * depth_, transpose_x_ ? rows_ : depth_, transpose_x_},
        {y + y_batch * depth_ * columns_, transpose_y_ ? depth_ : columns_, transpose_y_},
        z + batch * rows_ * columns_, columns_, helpers,
        finish ? Finish<T>(finish_matrix) : nullptr);
  };
  const auto multiply_range = [&](int64_t begin, int64_t end, ThreadPool* helpers) {
    batches_.ForEachRow(begin, end,
                        [&](int64_t batch, int64_t count, const Broadcast::Offsets& offsets,
                            const Broadcast::Offsets& steps) {
                          for (int64_t i = 0; i < count; ++i) {
                            multiply(batch + i, offsets[0] + i * steps[0],
                                     offsets[1] + i * steps[1], helpers);
                          }
                        });
  };
  // A few matrices are each shared out over the threads; of many, every thread takes some.
  if (batch_count_ == 1) {
    multiply(0, 0, 0, threads);
  } else if (batch_count_ < threads->NumThreads()) {
    multiply_range(0, batch_count_, threads);
  } else {
    threads->ParallelFor(batch_count_, MatrixProductCost(rows_, columns_, depth_),
                         [&](int64_t begin, int64_t end) { multiply_range(begin, end, nullptr); });
  }
}

template void BatchProduct::Run(const float*, const float*, float*, ThreadPool*,
                                const Finish<float>&) const;
template void BatchProduct::Run(const double*, const double*, double*, ThreadPool*,
                                const Finish<double>&) const;
template void BatchProduct::Run(const int32_t*, const int32_t*, int32_t*, ThreadPool*,
                                const Finish<int32_t>&) const;
template void BatchProduct::Run(const int64_t*, const int64_t*, int64_t*, ThreadPool*,
                                const Finish<int64_t>&) const;
template void BatchProduct::Run(const half*, const half*, half*, ThreadPool*,
                                const Finish<half>&) const;
template void BatchProduct::Run(const bfloat16*, const bfloat16*, bfloat16*, ThreadPool*,
                                const Finish<bfloat16>&) const;

}  // namespace pluggable
