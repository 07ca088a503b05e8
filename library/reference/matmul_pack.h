// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Packs the operands of a matrix product for its tiles.

#ifndef PLUGGABLE_REFERENCE_MATMUL_PACK_H_
#define PLUGGABLE_REFERENCE_MATMUL_PACK_H_

#include <algorithm>
#include <cstdint>
#include <cstring>
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

// Transposes 4 x 4 elements: rows of `from` are from_step apart, and those of `to` to_step.
template <typename T>
void TransposeSquare(const T* from, int64_t from_step, T* to, int64_t to_step) {
  typedef T Row __attribute__((vector_size(4 * sizeof(T))));
  typedef T Memory __attribute__((vector_size(4 * sizeof(T)), aligned(sizeof(T)), may_alias));
  const Row a = *reinterpret_cast<const Memory*>(from);
  const Row b = *reinterpret_cast<const Memory*>(from + from_step);
  const Row c = *reinterpret_cast<const Memory*>(from + 2 * from_step);
  const Row d = *reinterpret_cast<const Memory*>(from + 3 * from_step);
#pragma GCC unroll 4
  for (int i = 0; i < 4; ++i) {
    *reinterpret_cast<Memory*>(to + i * to_step) = Row{a[i], b[i], c[i], d[i]};
  }
}

// Interleaves `lanes` rows, which are lane_step elements apart and have `depth` elements: element k
// of lane i goes to panel[k * width + i]. Lanes up to `width` are zero.
template <typename T>
void InterleaveRows(const T* data, int64_t lane_step, int64_t lanes, int64_t depth, int64_t width,
                    T* panel) {
  if (lanes < width) std::fill(panel, panel + depth * width, T(0));
  // Packs some elements of all lanes at a time. If lanes are far apart, this uses a whole cache
  // line before the next lane's replaces it.
  for (int64_t first = 0; first < depth; first += kLine<T>) {
    const int64_t end = std::min(depth, first + kLine<T>);
    int64_t i = 0;
    for (; end - first == kLine<T> && i + 4 <= lanes; i += 4) {
      for (int64_t k = first; k < end; k += 4) {
        TransposeSquare(data + i * lane_step + k, lane_step, panel + k * width + i, width);
      }
    }
    for (; i < lanes; ++i) {
      const T* const lane = data + i * lane_step;
      for (int64_t k = first; k < end; ++k) panel[k * width + i] = lane[k];
    }
  }
}

// The same for columns: row k of the panel is row k of the data, which is depth_step elements
// after the one before.
template <typename T>
void CopyColumns(const T* data, int64_t depth_step, int64_t lanes, int64_t depth, int64_t width,
                 T* panel) {
  if (lanes < width) std::fill(panel, panel + depth * width, T(0));
  for (int64_t k = 0; k < depth; ++k) {
    for (int64_t i = 0; i < lanes; ++i) panel[k * width + i] = data[k * depth_step + i];
  }
}

// The same for the columns of several panels, one behind the other. Rows may be pages apart, so
// this uses much of a row at a time.
template <typename T>
void CopyPanels(const T* data, int64_t depth_step, int64_t columns, int64_t depth, int64_t width,
                T* panels) {
  constexpr int64_t kPart = 32 / int64_t{sizeof(T)};  // divides the width of every tile
  const int64_t whole = columns / width;
  for (int64_t k = 0; k < depth; ++k) {
    const T* from = data + k * depth_step;
    for (int64_t i = 0; i < whole; ++i) {
      T* const to = panels + (i * depth + k) * width;
      for (int64_t j = 0; j < width; j += kPart) std::memcpy(to + j, from + j, 32);
      from += width;
    }
  }
  const int64_t rest = columns - whole * width;
  if (rest > 0) {
    CopyColumns(data + whole * width, depth_step, rest, depth, width,
                panels + whole * width * depth);
  }
}

// Packs columns of a matrix, from `column` on, and their elements from row k on, as panels of
// `width` columns. `part` is memory that is kept for the next call.
template <typename T>
void PackColumns(const MatrixView<T>& b, int64_t column, int64_t columns, int64_t k, int64_t depth,
                 int64_t width, std::vector<T>* part, T* panels) {
  if (b.read == nullptr && !b.transposed) {
    CopyPanels(b.data + column + k * b.step, b.step, columns, depth, width, panels);
    return;
  }
  for (int64_t first = 0; first < columns; first += width) {
    const int64_t lanes = std::min(width, columns - first);
    T* const panel = panels + first * depth;
    if (b.read == nullptr) {
      InterleaveRows(b.data + (column + first) * b.step + k, b.step, lanes, depth, width, panel);
    } else if (!b.transposed) {
      if (lanes < width) std::fill(panel, panel + depth * width, T(0));
      (*b.read)(k, depth, column + first, lanes, panel, width);
    } else {
      T* const rows = Scratch(part, lanes * depth);
      (*b.read)(column + first, lanes, k, depth, rows, depth);
      InterleaveRows(rows, depth, lanes, depth, width, panel);
    }
  }
}

// Interleaves columns of a matrix whose transpose is used: a panel for every tile.
template <typename T>
void PackRows(const MatrixView<T>& a, int64_t tile_rows, int64_t row, int64_t rows, int64_t k,
              int64_t depth, T* packed, const T** starts) {
  for (int64_t i = 0; i < rows; i += tile_rows) {
    T* const panel = packed + i * depth;
    CopyColumns(a.data + row + i + k * a.step, a.step, std::min(tile_rows, rows - i), depth,
                tile_rows, panel);
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
