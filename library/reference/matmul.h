// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The matrix product, which MatMul, BatchMatMulV2 and the convolutions share.

#ifndef PLUGGABLE_REFERENCE_MATMUL_H_
#define PLUGGABLE_REFERENCE_MATMUL_H_

#include <cstdint>
#include <functional>

#include "pluggable/thread_pool.h"

namespace pluggable {

// Writes a part of a matrix that is nowhere in memory as a whole: `rows` rows from `row` on, of
// each `columns` elements from `column` on, to `out`, where rows are `step` elements apart. Several
// at a time.
template <typename T>
using ReadPart = std::function<void(int64_t row, int64_t rows, int64_t column, int64_t columns,
                                    T* out, int64_t step)>;

// The longest run of RowRuns, in elements.
constexpr int64_t kLongestRun = 320;

// Rows that consist of runs of `length` elements, most of which are in memory.
template <typename T>
struct RowRuns {
  int64_t length;
  // Run `first` + r of row `row` + i begins at starts[r * step + i], for `runs` and `rows` of them.
  // Those that are not in memory are written to `spare`, which is large enough for all of them and
  // one more. Several at a time.
  std::function<void(int64_t row, int64_t rows, int64_t first, int64_t runs, const T** starts,
                     int64_t step, T* spare)>
      find;
};

// A matrix in row-major order whose rows are `step` elements apart, or that is read part by part;
// used as its transpose if `transposed`.
template <typename T>
struct MatrixView {
  const T* data;
  int64_t step;
  bool transposed = false;
  const ReadPart<T>* read = nullptr;  // instead of data
  const RowRuns<T>* runs = nullptr;   // the same elements as `read`, where they are; or null
};

// Called for parts of a result, each once, when they are done and may still be in a cache: the
// `rows` from `row` on of the `columns` from `column` on, which begin at `out`. Several at a time.
template <typename T>
using Finish =
    std::function<void(int64_t row, int64_t rows, int64_t column, int64_t columns, T* out)>;

// c = a * b for a of rows x depth, b of depth x columns and c of rows x columns, whose rows are
// c_step elements apart. Shares large products out over the threads, unless that is null. In work
// on the stream only. Defined for float, double, int32_t, int64_t, half and bfloat16; the last two
// compute in float.
template <typename T>
void MatrixProduct(int64_t rows, int64_t columns, int64_t depth, MatrixView<T> a, MatrixView<T> b,
                   T* c, int64_t c_step, ThreadPool* threads, const Finish<T>& finish = nullptr);

// c += a * b, likewise. Defined for float and double.
template <typename T>
void AddMatrixProduct(int64_t rows, int64_t columns, int64_t depth, MatrixView<T> a,
                      MatrixView<T> b, T* c, int64_t c_step, ThreadPool* threads);

// What it costs on one core, in nanoseconds.
inline int64_t MatrixProductCost(int64_t rows, int64_t columns, int64_t depth) {
  return rows * columns * (depth / 16 + 1);
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_MATMUL_H_
