// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/matmul.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "pluggable/half.h"

#include "reference/formula.h"
#include "reference/matmul_few_rows.h"
#include "reference/matmul_float.h"
#include "reference/matmul_pack.h"
#include "reference/matmul_tile.h"
#include "reference/vectorized.h"

namespace pluggable {

namespace matmul {

// The tiles of every instruction set that a processor may have.
extern const TileSet kAvx2Tiles;
extern const TileSet kAvx512Tiles;
constexpr TileSet kBaselineTiles = {VectorTile<float, 16, 4, 2>::Get(),
                                    VectorTile<double, 16, 4, 2>::Get()};

namespace {

// Block sizes for the caches. A panel of b with kDepth rows stays in the first-level cache. A block
// of a, kRows x kDepth, and the corresponding part of c, kRows x kColumns, stay in the second-level
// cache. The packed part of b stays in the last-level cache.
constexpr int64_t kDepth = kLongestRun;
constexpr int64_t kRows = 96;
constexpr int64_t kColumns = 1024;
constexpr int64_t kPacked = 1 << 20;  // elements
constexpr int64_t kPanels = 8;        // packed at once, if that leaves work for each thread

const TileSet& BestTiles() {
#if defined(__x86_64__)
  static const TileSet& best = __builtin_cpu_supports("avx512f") ? kAvx512Tiles
                               : __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")
                                   ? kAvx2Tiles
                                   : kBaselineTiles;
  return best;
#else
  return kBaselineTiles;
#endif
}

template <typename T>
Tile<T> BestTile() {
  if constexpr (std::is_same_v<T, float>) {
    return BestTiles().of_float;
  } else if constexpr (std::is_same_v<T, double>) {
    return BestTiles().of_double;
  } else {
    return VectorTile<T, 16, 4, 2>::Get();
  }
}

// Divides work(begin, end) among the threads, if there are any.
template <typename Work>
void Parallel(ThreadPool* threads, int64_t total, int64_t cost, const Work& work) {
  if (threads == nullptr) {
    work(int64_t{0}, total);
  } else {
    threads->ParallelFor(total, cost, work);
  }
}

// A product, and what to do with the result.
template <typename T>
struct Task {
  int64_t rows;
  int64_t columns;
  int64_t depth;
  MatrixView<T> a;
  MatrixView<T> b;
  T* c;
  int64_t c_step;
  bool adds;  // adds to the contents of c
  const Finish<T>& finish;
};

// One product, divided into blocks.
template <typename T>
class Product {
 public:
  Product(const Task<T>& task, ThreadPool* threads)
      : tile_(BestTile<T>()), task_(task), threads_(threads) {}

  void Run() {
    static thread_local std::vector<T> memory;
    // Blocks have so few rows that each thread gets several, so that all threads end at about the
    // same time.
    const int64_t shares = threads_ == nullptr ? 1 : 4 * threads_->NumThreads();
    block_rows_ = std::clamp(RoundUp(task_.rows / shares + 1, tile_.rows), tile_.rows,
                             RoundUp(kRows, tile_.rows));
    // Blocks have about the same depth, in whole runs.
    const int64_t run = task_.a.runs != nullptr ? task_.a.runs->length : 1;
    const int64_t runs = task_.depth / run;
    const int64_t most = kDepth / run;
    const int64_t depth_blocks = (runs + most - 1) / most;
    block_depth_ = (runs + depth_blocks - 1) / depth_blocks * run;
    // If few rows are multiplied by b, packing b is not worth its cost.
    in_place_ = task_.b.read == nullptr && !task_.b.transposed && task_.rows <= 2 * tile_.rows;
    for (int64_t column = 0; column < task_.columns; column += kColumns) {
      const int64_t columns = std::min(kColumns, task_.columns - column);
      const int64_t width = RoundUp(columns, tile_.columns);
      const int64_t step = std::max<int64_t>(1, kPacked / (width * block_depth_)) * block_depth_;
      for (int64_t k = 0; k < task_.depth; k += step) {
        const Part part{column, columns, k, std::min(step, task_.depth - k)};
        T* const b_packed = Scratch(&memory, width * part.depth);
        PackB(part, b_packed);
        Parallel(threads_, (task_.rows + block_rows_ - 1) / block_rows_,
                 MatrixProductCost(block_rows_, columns, part.depth),
                 [&](int64_t begin, int64_t end) {
                   for (int64_t block = begin; block < end; ++block) {
                     MultiplyBlocks(block * block_rows_, part, b_packed);
                   }
                 });
      }
    }
  }

 private:
  // A part of b: `columns` columns from `column` on, `depth` rows from `k` on.
  struct Part {
    int64_t column;
    int64_t columns;
    int64_t k;
    int64_t depth;
  };

  // Packs blocks with as many rows as are multiplied at a time, some panels at a time.
  void PackB(const Part& part, T* packed) const {
    const int64_t width = tile_.columns;
    const int64_t panels = (part.columns + width - 1) / width;
    const int64_t blocks = (part.depth + block_depth_ - 1) / block_depth_;
    // If b is used in place, only the last panel must be packed, if it has too few columns.
    const int64_t from = in_place_ ? part.columns / width : 0;
    const int64_t workers = threads_ == nullptr ? 1 : threads_->NumThreads();
    const int64_t at_once = std::clamp<int64_t>((panels - from) * blocks / workers, 1, kPanels);
    const int64_t groups = (panels - from + at_once - 1) / at_once;
    Parallel(threads_, groups * blocks, at_once * width * block_depth_,
             [&](int64_t begin, int64_t end) {
               std::vector<T> memory;
               for (int64_t i = begin; i < end; ++i) {
                 const int64_t k = i / groups * block_depth_;
                 const int64_t depth = std::min(block_depth_, part.depth - k);
                 const int64_t first = (from + i % groups * at_once) * width;
                 PackColumns(task_.b, part.column + first,
                             std::min(at_once * width, part.columns - first), part.k + k, depth,
                             width, &memory, packed + k * panels * width + first * depth);
               }
             });
  }

  // Multiplies a block of rows of a, from `row` on, by a part of b.
  void MultiplyBlocks(int64_t row, const Part& part, const T* b_packed) const {
    const int64_t width = RoundUp(part.columns, tile_.columns);
    for (int64_t k = 0; k < part.depth; k += block_depth_) {
      const int64_t depth = std::min(block_depth_, part.depth - k);
      MultiplyBlock(row, {part.column, part.columns, part.k + k, depth}, b_packed + k * width);
    }
  }

  void MultiplyBlock(int64_t row, const Part& part, const T* b_block) const {
    const int64_t rows = std::min(block_rows_, task_.rows - row);
    const RowPanel<T> a_block =
        FindRows(task_.a, tile_.rows, row, rows, part.k, part.depth, part.columns);
    const bool is_last = part.k + part.depth == task_.depth;
    const auto multiply = part.k > 0 || task_.adds ? tile_.add : tile_.set;
    const int64_t strip = std::max(tile_.columns, kFinished / rows / tile_.columns * tile_.columns);
    for (int64_t j = 0; j < part.columns; j += tile_.columns) {
      const bool is_in_place = in_place_ && j + tile_.columns <= part.columns;
      const ColumnPanel<T> b =
          is_in_place
              ? ColumnPanel<T>{task_.b.data + part.k * task_.b.step + part.column + j, task_.b.step}
              : ColumnPanel<T>{b_block + j * part.depth, tile_.columns};
      for (int64_t i = 0; i < rows; i += tile_.rows) {
        RowPanel<T> a = a_block;
        a.starts += i;
        MultiplyTile(multiply, std::min(tile_.rows, rows - i),
                     std::min(tile_.columns, part.columns - j), a, b, At(row + i, part.column + j));
      }
      const int64_t end = std::min(part.columns, j + tile_.columns);
      if (task_.finish && is_last && (end == part.columns || end % strip == 0)) {
        const int64_t first = (end - 1) / strip * strip;
        task_.finish(row, rows, part.column + first, end - first, At(row, part.column + first));
      }
    }
  }

  T* At(int64_t row, int64_t column) const { return task_.c + row * task_.c_step + column; }

  // A tile at the edge of c is computed in a separate buffer.
  void MultiplyTile(typename Tile<T>::Function multiply, int64_t rows, int64_t columns,
                    const RowPanel<T>& a, const ColumnPanel<T>& b, T* c) const {
    if (rows == tile_.rows && columns == tile_.columns) {
      multiply(a, b, c, task_.c_step);
      return;
    }
    T whole[kMaxTile];
    tile_.set(a, b, whole, tile_.columns);
    for (int64_t i = 0; i < rows; ++i) {
      const T* from = whole + i * tile_.columns;
      T* to = c + i * task_.c_step;
      if (multiply == tile_.set) {
        std::copy(from, from + columns, to);
      } else {
        for (int64_t j = 0; j < columns; ++j) to[j] = formula::sum(to[j], from[j]);
      }
    }
  }

  static constexpr int64_t kMaxTile = int64_t{16} * 64;  // elements of the largest tile
  // The number of elements that are finished at once, while they are in the first-level cache.
  static constexpr int64_t kFinished = 4096;

  const Tile<T> tile_;
  const Task<T>& task_;
  ThreadPool* const threads_;
  int64_t block_rows_ = 0;
  int64_t block_depth_ = 0;
  bool in_place_ = false;  // whole panels of b are used in place
};

// Products of few rows read b once, and packing it would cost as much as the multiplication.
constexpr int64_t kFewRows = 3;

template <typename T>
void MultiplyFewRows(const Task<T>& task, ThreadPool* threads) {
  const Vectorized multiply([&task](int64_t begin, int64_t end) {
    const MatrixView<T>& a = task.a;
    for (int64_t i = 0; i < task.rows; ++i) {
      T* const c_row = task.c + i * task.c_step;
      if (!task.adds) std::fill(c_row + begin, c_row + end, T(0));
      if (task.depth == 0) continue;  // there may be no data
      AddRows(task.depth, a.data + i * (a.transposed ? 1 : a.step), a.transposed ? a.step : 1,
              task.b.data, task.b.step, begin, end, c_row);
    }
  });
  Parallel(threads, task.columns, task.rows * task.depth / 8 + 1, [&](int64_t begin, int64_t end) {
    multiply(begin, end);
    if (task.finish) task.finish(0, task.rows, begin, end - begin, task.c + begin);
  });
}

// If b is transposed, each element is the dot product of two rows.
constexpr int64_t kFewDots = 16;

template <typename T>
void MultiplyRows(const Task<T>& task, ThreadPool* threads) {
  const auto dots = BestTile<T>().dots;
  Parallel(threads, task.columns, task.rows * task.depth / 8 + 1, [&](int64_t begin, int64_t end) {
    dots(task.rows, end - begin, task.depth, task.a.data, task.a.step,
         task.b.data + begin * task.b.step, task.b.step, task.adds, task.c + begin, task.c_step);
    if (task.finish) task.finish(0, task.rows, begin, end - begin, task.c + begin);
  });
}

template <typename T>
void Multiply(const Task<T>& task, ThreadPool* threads) {
  const bool is_in_memory = task.a.read == nullptr && task.b.read == nullptr;
  if ((task.rows <= kFewRows && !task.b.transposed && is_in_memory) || task.depth == 0) {
    MultiplyFewRows(task, threads);
  } else if (task.rows <= kFewDots && task.b.transposed && !task.a.transposed && is_in_memory) {
    MultiplyRows(task, threads);
  } else {
    Product<T>(task, threads).Run();
  }
}

// Products of half and bfloat16 are computed in float, part by part, so that large ones need no
// copy of a whole matrix. A part has at most kSide columns and kSide of the depth, kFloats elements
// of a and of c, and kFactor elements of b; so it has at least 256 rows, and converting b costs
// little.
constexpr int64_t kSide = int64_t{1} << 14;
constexpr int64_t kFloats = int64_t{1} << 22;
constexpr int64_t kFactor = int64_t{1} << 25;

template <typename T>
class NarrowProduct {
 public:
  NarrowProduct(const Task<T>& task, ThreadPool* threads)
      : task_(task),
        threads_(threads),
        widths_(std::min(task.columns, kSide)),
        depths_(std::min({task.depth, kSide, kFactor / std::max<int64_t>(widths_, 1)})),
        rows_(std::min(task.rows, kFloats / std::max<int64_t>({widths_, depths_, 1}))),
        sums_(static_cast<size_t>(rows_ * widths_)) {}

  void Run() {
    for (int64_t column = 0; column < task_.columns; column += widths_) {
      b_.reset();
      const int64_t width = std::min(widths_, task_.columns - column);
      for (int64_t row = 0; row < task_.rows; row += rows_) {
        MultiplyPart(row, std::min(rows_, task_.rows - row), column, width);
      }
    }
  }

 private:
  void MultiplyPart(int64_t row, int64_t rows, int64_t column, int64_t columns) {
    const Finish<float> narrow = [&](int64_t i, int64_t count, int64_t j, int64_t width,
                                     const float* from) {
      T* const to = task_.c + (row + i) * task_.c_step + column + j;
      for (int64_t n = 0; n < count; ++n) {
        NarrowRun(from + n * columns, to + n * task_.c_step, width);
      }
      if (task_.finish) task_.finish(row + i, count, column + j, width, to);
    };
    const Finish<float> none = nullptr;
    int64_t k = 0;
    do {
      const int64_t depth = std::min(depths_, task_.depth - k);
      const bool is_last = k + depth == task_.depth;
      const FloatMatrix<T> a(task_.a, row, rows, k, depth, threads_);
      // All rows use the same b if it is one part.
      if (!b_ || depths_ < task_.depth) b_.emplace(task_.b, k, depth, column, columns, threads_);
      Multiply<float>({rows, columns, depth, a.view(), b_->view(), sums_.data(), columns,
                       /*adds=*/k > 0, is_last ? narrow : none},
                      threads_);
      k += depth;
    } while (k < task_.depth);
  }

  const Task<T>& task_;
  ThreadPool* const threads_;
  const int64_t widths_;
  const int64_t depths_;
  const int64_t rows_;
  std::vector<float> sums_;
  std::optional<FloatMatrix<T>> b_;
};

}  // namespace

}  // namespace matmul

template <typename T>
void MatrixProduct(int64_t rows, int64_t columns, int64_t depth, MatrixView<T> a, MatrixView<T> b,
                   T* c, int64_t c_step, ThreadPool* threads, const Finish<T>& finish) {
  if constexpr (std::is_same_v<T, half> || std::is_same_v<T, bfloat16>) {
    const matmul::Task<T> task{rows, columns, depth, a, b, c, c_step, /*adds=*/false, finish};
    matmul::NarrowProduct<T>(task, threads).Run();
  } else {
    matmul::Multiply<T>({rows, columns, depth, a, b, c, c_step, /*adds=*/false, finish}, threads);
  }
}

template <typename T>
void AddMatrixProduct(int64_t rows, int64_t columns, int64_t depth, MatrixView<T> a,
                      MatrixView<T> b, T* c, int64_t c_step, ThreadPool* threads) {
  const Finish<T> none = nullptr;
  matmul::Multiply<T>({rows, columns, depth, a, b, c, c_step, /*adds=*/true, none}, threads);
}

template void AddMatrixProduct(int64_t, int64_t, int64_t, MatrixView<float>, MatrixView<float>,
                               float*, int64_t, ThreadPool*);
template void AddMatrixProduct(int64_t, int64_t, int64_t, MatrixView<double>, MatrixView<double>,
                               double*, int64_t, ThreadPool*);

template void MatrixProduct(int64_t, int64_t, int64_t, MatrixView<float>, MatrixView<float>, float*,
                            int64_t, ThreadPool*, const Finish<float>&);
template void MatrixProduct(int64_t, int64_t, int64_t, MatrixView<double>, MatrixView<double>,
                            double*, int64_t, ThreadPool*, const Finish<double>&);
template void MatrixProduct(int64_t, int64_t, int64_t, MatrixView<int32_t>, MatrixView<int32_t>,
                            int32_t*, int64_t, ThreadPool*, const Finish<int32_t>&);
template void MatrixProduct(int64_t, int64_t, int64_t, MatrixView<int64_t>, MatrixView<int64_t>,
                            int64_t*, int64_t, ThreadPool*, const Finish<int64_t>&);
template void MatrixProduct(int64_t, int64_t, int64_t, MatrixView<half>, MatrixView<half>, half*,
                            int64_t, ThreadPool*, const Finish<half>&);
template void MatrixProduct(int64_t, int64_t, int64_t, MatrixView<bfloat16>, MatrixView<bfloat16>,
                            bfloat16*, int64_t, ThreadPool*, const Finish<bfloat16>&);

}  // namespace pluggable
