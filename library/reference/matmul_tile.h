// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The innermost loop of the matrix product, for one width of the processor's vectors. A separate
// source file compiles it for each instruction set, so it must not use inline functions that
// another file could share.

#ifndef PLUGGABLE_REFERENCE_MATMUL_TILE_H_
#define PLUGGABLE_REFERENCE_MATMUL_TILE_H_

#include <cstdint>
#include <type_traits>

namespace pluggable::matmul {

// The rows of a for a tile, as runs: element k of run r of row i is starts[r * run_step + i][k *
// depth_step].
template <typename T>
struct RowPanel {
  const T* const* starts;
  int64_t run_step;
  int64_t runs;
  int64_t length;  // of a run
  int64_t depth_step;
};

// The columns of b for a tile: row k begins at data[k * step].
template <typename T>
struct ColumnPanel {
  const T* data;
  int64_t step;
};

// The innermost loops for one type.
template <typename T>
struct Tile {
  // Multiplies a panel of a by a panel of b, and stores or adds the product in a tile of c, whose
  // rows are c_step elements apart.
  using Function = void (*)(const RowPanel<T>& a, const ColumnPanel<T>& b, T* c, int64_t c_step);
  // Stores or adds in element (i, j) of c the dot product of row i of a and row j of b. Rows of a
  // and b have `depth` elements, and are `step` elements apart.
  using Dots = void (*)(int64_t rows, int64_t columns, int64_t depth, const T* a, int64_t a_step,
                        const T* b, int64_t b_step, bool adds, T* c, int64_t c_step);
  int64_t rows;
  int64_t columns;
  Function set;
  Function add;
  Dots dots;
};

// The tiles of one instruction set.
struct TileSet {
  Tile<float> of_float;
  Tile<double> of_double;
};

// The processor's vectors have kVectorBytes bytes. A tile is kRows x kVectors of them, all of which
// stay in registers.
template <typename T, int kVectorBytes, int kRows, int kVectors>
struct VectorTile {
  // Unsigned, so that sums and products of integers wrap around.
  using Number = typename std::conditional_t<std::is_integral_v<T>, std::make_unsigned<T>,
                                             std::common_type<T>>::type;
  typedef Number Vector __attribute__((vector_size(kVectorBytes)));
  // The same for memory with the alignment of T.
  typedef Number Memory __attribute__((vector_size(kVectorBytes), aligned(sizeof(T)), may_alias));
  static constexpr int kWidth = kVectorBytes / sizeof(T);

  template <bool kAdds>
  static void Multiply(const RowPanel<T>& a, const ColumnPanel<T>& b, T* c, int64_t c_step) {
    Vector sums[kRows][kVectors] = {};
    const T* b_data = b.data;
    for (int64_t run = 0; run < a.runs; ++run) {
      // Uses one moving address and fixed distances, since there are few registers.
      const T* const* const starts = a.starts + run * a.run_step;
      intptr_t distances[kRows];
#pragma GCC unroll 16
      for (int i = 0; i < kRows; ++i) {
        distances[i] =
            reinterpret_cast<intptr_t>(starts[i]) - reinterpret_cast<intptr_t>(starts[0]);
      }
      const intptr_t step = a.depth_step * static_cast<intptr_t>(sizeof(T));
      intptr_t first = reinterpret_cast<intptr_t>(starts[0]);
      const intptr_t end = first + a.length * step;
      const int64_t b_step = b.step;
      for (; first != end; first += step) {
        Vector b_row[kVectors];
#pragma GCC unroll 4
        for (int j = 0; j < kVectors; ++j) {
          b_row[j] = *reinterpret_cast<const Memory*>(b_data + j * kWidth);
        }
#pragma GCC unroll 16
        for (int i = 0; i < kRows; ++i) {
          const T element = *reinterpret_cast<const T*>(first + distances[i]);
#pragma GCC unroll 4
          for (int j = 0; j < kVectors; ++j) {
            sums[i][j] += static_cast<Number>(element) * b_row[j];
          }
        }
        b_data += b_step;
      }
    }
#pragma GCC unroll 16
    for (int i = 0; i < kRows; ++i) {
#pragma GCC unroll 4
      for (int j = 0; j < kVectors; ++j) {
        Memory* const out = reinterpret_cast<Memory*>(c + i * c_step + j * kWidth);
        if constexpr (kAdds) {
          *out += sums[i][j];
        } else {
          *out = sums[i][j];
        }
      }
    }
  }

  // The dot products of kDotRows rows of a and kDotColumns of b.
  template <int kDotRows, int kDotColumns>
  static void SomeDots(int64_t depth, const T* a, int64_t a_step, const T* b, int64_t b_step,
                       bool adds, T* c, int64_t c_step) {
    Vector sums[kDotRows][kDotColumns] = {};
    int64_t k = 0;
    for (; k + kWidth <= depth; k += kWidth) {
      Vector b_part[kDotColumns];
#pragma GCC unroll 4
      for (int j = 0; j < kDotColumns; ++j) {
        b_part[j] = *reinterpret_cast<const Memory*>(b + j * b_step + k);
      }
#pragma GCC unroll 4
      for (int i = 0; i < kDotRows; ++i) {
        const Vector a_part = *reinterpret_cast<const Memory*>(a + i * a_step + k);
#pragma GCC unroll 4
        for (int j = 0; j < kDotColumns; ++j) sums[i][j] += a_part * b_part[j];
      }
    }
    for (int i = 0; i < kDotRows; ++i) {
      for (int j = 0; j < kDotColumns; ++j) {
        Number sum = 0;
        for (int lane = 0; lane < kWidth; ++lane) sum += sums[i][j][lane];
        for (int64_t rest = k; rest < depth; ++rest) {
          sum +=
              static_cast<Number>(a[i * a_step + rest]) * static_cast<Number>(b[j * b_step + rest]);
        }
        T* const out = c + i * c_step + j;
        *out = static_cast<T>(adds ? static_cast<Number>(*out) + sum : sum);
      }
    }
  }

  static void Dots(int64_t rows, int64_t columns, int64_t depth, const T* a, int64_t a_step,
                   const T* b, int64_t b_step, bool adds, T* c, int64_t c_step) {
    constexpr int kSome = 4;
    for (int64_t j = 0; j < columns;) {
      const bool is_whole = j + kSome <= columns;
      const T* const b_rows = b + j * b_step;
      for (int64_t i = 0; i < rows;) {
        const T* const a_rows = a + i * a_step;
        T* const out = c + i * c_step + j;
        const bool has_all_rows = i + kSome <= rows;
        const auto dots = is_whole ? (has_all_rows ? &SomeDots<kSome, kSome> : &SomeDots<1, kSome>)
                                   : (has_all_rows ? &SomeDots<kSome, 1> : &SomeDots<1, 1>);
        dots(depth, a_rows, a_step, b_rows, b_step, adds, out, c_step);
        i += has_all_rows ? kSome : 1;
      }
      j += is_whole ? kSome : 1;
    }
  }

  static constexpr Tile<T> Get() {
    return {kRows, kVectors * kWidth, &Multiply<false>, &Multiply<true>, &Dots};
  }
};

}  // namespace pluggable::matmul

#endif  // PLUGGABLE_REFERENCE_MATMUL_TILE_H_
