// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The matrix product for MatMul, BatchMatMulV2 and the convolutions.

#ifndef PLUGGABLE_REFERENCE_MATMUL_H_
#define PLUGGABLE_REFERENCE_MATMUL_H_

#include <cstdint>
#include <functional>

#include "pluggable/thread_pool.h"

namespace pluggable {

// Reads a matrix that is not in memory as a whole: writes `columns` elements from `column` on, of
// each of `rows` rows from `row` on, to `out`, where rows are `step` elements apart. Several
// threads call it at once.
template <typename T>
using ReadPart = std::function<void(int64_t row, int64_t rows, int64_t column, int64_t columns,
                                    T* out, int64_t step)>;

// The longest run in RowRuns, in elements.
constexpr int64_t kLongestRun = 320;

// Rows that consist of runs of `length` elements, most of which are in memory.
template <typename T>
struct RowRuns {
  int64_t length;
  // Sets starts[r * step + i] to the address of run `first` + r of row `row` + i, for `runs` runs
  // and `rows` rows. Runs that are not in memory are written to `spare`, which has room for all of
  // them and one more. Several threads call it at once.
  std::function<void(int64_t row, int64_t rows, int64_t first, int64_t runs, const T** starts,
                     int64_t step, T* spare)>
      find;
};

// A matrix in row-major order whose rows are `step` elements apart, or that is read part by part.
// If `transposed`, its transpose is used.
template <typename T>
struct MatrixView {
  const T* data;
  int64_t step;
  bool transposed = false;
  const ReadPart<T>* read = nullptr;  // instead of data
  const RowRuns<T>* runs = nullptr;   // the same elements as `read`, by address; or null
};

// Called once for each part of a result when it is complete and may still be in a cache: `columns`
// columns from `column` on of `rows` rows from `row` on, which begin at `out`. Several threads call
// it at once.
template <typename T>
using Finish =
    std::function<void(int64_t row, int64_t rows, int64_t column, int64_t columns, T* out)>;

// c = a * b for a of rows x depth, b of depth x columns and c of rows x columns, whose rows are
// c_step elements apart. Divides large products among the threads, unless that is null. Only work
// on the stream may call it. Defined for float, double, int32_t, int64_t, half and bfloat16; the
// last two are computed in float.
template <typename T>
void MatrixProduct(int64_t rows, int64_t columns, int64_t depth, MatrixView<T> a, MatrixView<T> b,
                   T* c, int64_t c_step, ThreadPool* threads, const Finish<T>& finish = nullptr);

// c += a * b, likewise. Defined for float and double.
template <typename T>
void AddMatrixProduct(int64_t rows, int64_t columns, int64_t depth, MatrixView<T> a,
                      MatrixView<T> b, T* c, int64_t c_step, ThreadPool* threads);

// The cost of a product in nanoseconds on one core.
inline int64_t MatrixProductCost(int64_t rows, int64_t columns, int64_t depth) {
  return rows * columns * (depth / 16 + 1);
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_MATMUL_H_
