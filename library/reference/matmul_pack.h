// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Packs the operands of a matrix product for its tiles.

#ifndef PLUGGABLE_REFERENCE_MATMUL_PACK_H_
#define PLUGGABLE_REFERENCE_MATMUL_PACK_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "reference/matmul.h"
#include "reference/matmul_tile.h"

namespace pluggable::matmul {

// Memory that a thread keeps for its next product.
template <typename T>
T* Scratch(std::vector<T>* memory, int64_t size) {
  if (static_cast<int64_t>(memory->size()) < size) memory->resize(static_cast<size_t>(size));
  return memory->data();
}

inline int64_t RoundUp(int64_t n, int64_t multiple) {
  return (n + multiple - 1) / multiple * multiple;
}

// The elements of a cache line.
template <typename T>
constexpr int64_t kLine = 64 / int64_t{sizeof(T)};

// Interleaves `lanes` rows (or columns, if lane_step is 1) of `depth` elements: element k of lane i
// goes to panel[k * width + i]. Lanes up to `width` are zero.
template <typename T>
void PackPanel(const T* data, int64_t lane_step, int64_t depth_step, int64_t lanes, int64_t depth,
               int64_t width, T* panel) {
  if (lanes < width) std::fill(panel, panel + depth * width, T(0));
  if (lane_step == 1) {
    for (int64_t k = 0; k < depth; ++k) {
      for (int64_t i = 0; i < lanes; ++i) panel[k * width + i] = data[k * depth_step + i];
    }
    return;
  }
  // Packs some rows of the panel at a time. If lanes are far apart, this uses a whole cache line
  // before the next lane's replaces it.
  for (int64_t first = 0; first < depth; first += kLine<T>) {
    const int64_t end = std::min(depth, first + kLine<T>);
    for (int64_t i = 0; i < lanes; ++i) {
      const T* const lane = data + i * lane_step;
      for (int64_t k = first; k < end; ++k) panel[k * width + i] = lane[k * depth_step];
    }
  }
}

// The same for columns of a matrix, from `column` on, and their elements from row k on. `part` is
// memory that is kept for the next call.
template <typename T>
void PackColumns(const MatrixView<T>& b, int64_t column, int64_t columns, int64_t k, int64_t depth,
                 int64_t width, std::vector<T>* part, T* panel) {
  if (b.read == nullptr) {
    const int64_t lane_step = b.transposed ? b.step : 1;
    const int64_t depth_step = b.transposed ? 1 : b.step;
    PackPanel(b.data + column * lane_step + k * depth_step, lane_step, depth_step, columns, depth,
              width, panel);
  } else if (!b.transposed) {
    if (columns < width) std::fill(panel, panel + depth * width, T(0));
    (*b.read)(k, depth, column, columns, panel, width);
  } else {
    T* const rows = Scratch(part, columns * depth);
    (*b.read)(column, columns, k, depth, rows, depth);
    PackPanel(rows, depth, int64_t{1}, columns, depth, width, panel);
  }
}

// Interleaves columns of a matrix whose transpose is used: a panel for every tile.
template <typename T>
void PackRows(const MatrixView<T>& a, int64_t tile_rows, int64_t row, int64_t rows, int64_t k,
              int64_t depth, T* packed, const T** starts) {
  for (int64_t i = 0; i < rows; i += tile_rows) {
    T* const panel = packed + i * depth;
    PackPanel(a.data + row + i + k * a.step, int64_t{1}, a.step, std::min(tile_rows, rows - i),
              depth, tile_rows, panel);
    for (int64_t lane = 0; lane < tile_rows; ++lane) starts[i + lane] = panel + lane;
  }
}

// Lines of memory that lie a multiple of this many bytes apart have the same place in the
// first-level cache of most processors, which has room for 8 to 12 of them. A tile reads more rows.
constexpr int64_t kSameSet = 4096;
// Fewer columns are multiplied before copied rows would have saved what the copies cost.
constexpr int64_t kColumnsOfCopies = 256;

// Copies rows so that they lie a cache line more than their length apart.
template <typename T>
void SpreadRows(const T* from, int64_t from_step, int64_t rows, int64_t depth, T* to,
                int64_t to_step) {
  for (int64_t i = 0; i < rows; ++i) {
    std::copy_n(from + i * from_step, depth, to + i * to_step);
  }
}

// Finds elements [k, k + depth) of `rows` rows of a from `row` on, for tiles of tile_rows rows: row
// `row` + i begins at starts + i. The last row stands for rows that the last tile lacks. Adjacent
// elements, in a or where they were read to, are used in place, unless the rows would replace one
// another in the cache while `columns` columns are multiplied. The result is valid until the
// thread's next call.
template <typename T>
RowPanel<T> FindRows(const MatrixView<T>& a, int64_t tile_rows, int64_t row, int64_t rows,
                     int64_t k, int64_t depth, int64_t columns) {
  static thread_local std::vector<T> memory;
  static thread_local std::vector<const T*> found;
  const bool has_runs = a.runs != nullptr;
  const bool is_packed = a.read == nullptr && a.transposed;
  const int64_t padded = RoundUp(rows, tile_rows);
  const int64_t length = has_runs ? a.runs->length : depth;
  const int64_t runs = depth / length;
  const int64_t depth_step = !a.transposed ? 1 : is_packed ? tile_rows : rows;
  const T** const starts = Scratch(&found, runs * padded);
  const bool has_rows = a.read == nullptr && !a.transposed;
  const bool is_in_place =
      has_rows && (columns < kColumnsOfCopies || a.step % (kSameSet / int64_t{sizeof(T)}) != 0);
  const int64_t spread = depth + kLine<T>;
  T* const own = is_in_place ? nullptr : Scratch(&memory, padded * spread + length);
  if (has_runs) {
    a.runs->find(row, rows, k / length, runs, starts, padded, own);
  } else if (is_packed) {
    PackRows(a, tile_rows, row, rows, k, depth, own, starts);
  } else {
    if (a.transposed) {
      (*a.read)(k, depth, row, rows, own, rows);
    } else if (!has_rows) {
      (*a.read)(row, rows, k, depth, own, spread);
    } else if (!is_in_place) {
      SpreadRows(a.data + row * a.step + k, a.step, rows, depth, own, spread);
    }
    const T* const first = is_in_place ? a.data + row * a.step + k : own;
    const int64_t step = is_in_place ? a.step : a.transposed ? 1 : spread;
    for (int64_t i = 0; i < rows; ++i) starts[i] = first + i * step;
  }
  for (int64_t run = 0; run < runs; ++run) {
    const T** const of_run = starts + run * padded;
    std::fill(of_run + rows, of_run + padded, of_run[rows - 1]);
  }
  return {starts, padded, runs, length, depth_step};
}

}  // namespace pluggable::matmul

#endif  // PLUGGABLE_REFERENCE_MATMUL_PACK_H_
