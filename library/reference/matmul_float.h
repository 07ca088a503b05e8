// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Matrices of half and bfloat16 in products, which are computed in float.

#ifndef PLUGGABLE_REFERENCE_MATMUL_FLOAT_H_
#define PLUGGABLE_REFERENCE_MATMUL_FLOAT_H_

#include <cstdint>
#include <vector>

#include "reference/matmul.h"
#include "reference/widen.h"

namespace pluggable::matmul {

// Converts a part of a matrix of half or bfloat16 to float: `rows` x `columns` elements from (row,
// column) on. Converts them in memory without gaps, or while they are read.
template <typename T>
class FloatMatrix {
 public:
  FloatMatrix(const MatrixView<T>& m, int64_t row, int64_t rows, int64_t column, int64_t columns,
              ThreadPool* threads)
      : view_{nullptr, m.transposed ? rows : columns, m.transposed} {
    const int64_t first = m.transposed ? column : row;  // row of the matrix as it is stored
    const int64_t offset = m.transposed ? row : column;
    if (m.read != nullptr) {
      read_ = [&m, first, offset](int64_t at, int64_t count, int64_t column_at, int64_t width,
                                  float* out, int64_t step) {
        std::vector<T> part(static_cast<size_t>(count * width));
        (*m.read)(first + at, count, offset + column_at, width, part.data(), width);
        Convert(part.data(), width, count, width, out, step);
      };
      view_.read = &read_;
      return;
    }
    floats_.resize(static_cast<size_t>(rows * columns));
    view_.data = floats_.data();
    if (floats_.empty()) return;
    const T* const data = m.data + first * m.step + offset;
    const auto convert = [&](int64_t begin, int64_t end) {
      Convert(data + begin * m.step, m.step, end - begin, view_.step,
              floats_.data() + begin * view_.step, view_.step);
    };
    const int64_t stored = m.transposed ? columns : rows;
    if (threads == nullptr) {
      convert(int64_t{0}, stored);
    } else {
      threads->ParallelFor(stored, view_.step, convert);
    }
  }
  FloatMatrix(const FloatMatrix&) = delete;
  FloatMatrix& operator=(const FloatMatrix&) = delete;

  const MatrixView<float>& view() const { return view_; }

 private:
  static void Convert(const T* from, int64_t from_step, int64_t rows, int64_t columns, float* to,
                      int64_t to_step) {
    for (int64_t i = 0; i < rows; ++i) WidenRun(from + i * from_step, to + i * to_step, columns);
  }

  std::vector<float> floats_;
  ReadPart<float> read_;
  MatrixView<float> view_;
};

}  // namespace pluggable::matmul

#endif  // PLUGGABLE_REFERENCE_MATMUL_FLOAT_H_
