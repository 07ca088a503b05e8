// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/strided_copy.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "pluggable/stream.h"

#include "reference/enqueue.h"

namespace pluggable {

namespace {

// The side of the squares in which a transposition goes through memory.
constexpr int64_t kTile = 16;

template <typename E>
void CopyRow(const E* from, int64_t from_step, E* to, int64_t to_step, int64_t count) {
  if (from_step == 1 && to_step == 1) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(E));
  } else if (from_step == 0 && to_step == 1) {
    std::fill(to, to + count, *from);
  } else if (to_step == 1) {
    for (int64_t i = 0; i < count; ++i) to[i] = from[i * from_step];
  } else {
    for (int64_t i = 0; i < count; ++i) to[i * to_step] = from[i * from_step];
  }
}

// Rows of the target that are columns of the source: square by square, so that both stay in the
// cache.
template <typename E>
void CopyTransposed(const E* from, int64_t from_column_step, E* to, int64_t to_row_step,
                    int64_t rows, int64_t columns) {
  for (int64_t r = 0; r < rows; r += kTile) {
    const int64_t r_end = std::min(rows, r + kTile);
    for (int64_t c = 0; c < columns; c += kTile) {
      const int64_t c_end = std::min(columns, c + kTile);
      for (int64_t i = r; i < r_end; ++i) {
        for (int64_t j = c; j < c_end; ++j)
          to[i * to_row_step + j] = from[j * from_column_step + i];
      }
    }
  }
}

}  // namespace

// Any element of that size; only its bytes matter.
template <size_t kSize>
struct alignas(kSize < 8 ? kSize : 8) StridedCopy::Element {
  unsigned char bytes[kSize];
};

void StridedCopy::AddDim(int64_t size, int64_t from_step, int64_t to_step) {
  if (size == 1) return;
  if (!dims_.empty()) {
    Dim& outer = dims_.back();
    if (outer.from_step == from_step * size && outer.to_step == to_step * size) {
      outer = {outer.size * size, from_step, to_step};
      return;
    }
  }
  dims_.push_back({size, from_step, to_step});
}

int64_t StridedCopy::num_elements() const {
  int64_t n = 1;
  for (const Dim& dim : dims_) n *= dim.size;
  return n;
}

void StridedCopy::Run(size_t element_size, const void* from, void* to, ThreadPool* threads) const {
  switch (element_size) {
    case 1:
      return RunElements<1>(from, to, threads);
    case 2:
      return RunElements<2>(from, to, threads);
    case 4:
      return RunElements<4>(from, to, threads);
    case 8:
      return RunElements<8>(from, to, threads);
    default:
      return RunElements<16>(from, to, threads);
  }
}

template <size_t kSize>
void StridedCopy::RunElements(const void* from_data, void* to_data, ThreadPool* threads) const {
  using E = Element<kSize>;
  const E* from = static_cast<const E*>(from_data) + from_offset_;
  E* to = static_cast<E*>(to_data) + to_offset_;
  const int64_t total = num_elements();
  if (total == 0) return;
  if (dims_.size() <= 1) {
    const Dim row = dims_.empty() ? Dim{1, 1, 1} : dims_.back();
    threads->ParallelFor(row.size, 1, [=](int64_t begin, int64_t end) {
      CopyRow(from + begin * row.from_step, row.from_step, to + begin * row.to_step, row.to_step,
              end - begin);
    });
    return;
  }

  // The innermost dimension is a row of the target. If another dimension is a row of the source,
  // both together are a transposition.
  std::vector<Dim> outer(dims_.begin(), dims_.end() - 1);
  const Dim row = dims_.back();
  Dim column{1, 0, 0};
  if (row.to_step == 1 && row.from_step > 1) {
    const auto source_row =
        std::find_if(outer.begin(), outer.end(), [](const Dim& dim) { return dim.from_step == 1; });
    if (source_row != outer.end()) {
      column = *source_row;
      outer.erase(source_row);
    }
  }
  // Long columns are worked on in pieces, so that there is enough to share out.
  int64_t pieces = 1;
  if (column.size > 1) pieces = (column.size + kTile - 1) / kTile;
  int64_t nests = pieces;
  for (const Dim& dim : outer) nests *= dim.size;

  threads->ParallelFor(nests, total / nests, [&](int64_t begin, int64_t end) {
    for (int64_t nest = begin; nest < end; ++nest) {
      const int64_t first = nest % pieces * kTile;
      int64_t rest = nest / pieces;
      const E* from_nest = from + first * column.from_step;
      E* to_nest = to + first * column.to_step;
      for (size_t d = outer.size(); d-- > 0;) {
        from_nest += rest % outer[d].size * outer[d].from_step;
        to_nest += rest % outer[d].size * outer[d].to_step;
        rest /= outer[d].size;
      }
      if (column.size > 1) {
        CopyTransposed(from_nest, row.from_step, to_nest, column.to_step,
                       std::min(kTile, column.size - first), row.size);
      } else {
        CopyRow(from_nest, row.from_step, to_nest, row.to_step, row.size);
      }
    }
  });
}

std::vector<int64_t> RowMajorSteps(const TensorShape& shape) {
  std::vector<int64_t> steps(static_cast<size_t>(shape.dims()));
  int64_t step = 1;
  for (int d = shape.dims() - 1; d >= 0; --d) {
    steps[d] = step;
    // Where nothing is to be copied, sizes may multiply to more than an int64 holds.
    (void)__builtin_mul_overflow(step, shape.dim_size(d), &step);
  }
  return steps;
}

void EnqueueCopies(OpKernelContext* ctx, size_t element_size, std::vector<CopyTask> tasks) {
  int64_t cost = 0;
  for (const CopyTask& task : tasks) cost += task.copy.num_elements();
  EnqueueWork(ctx, cost, [element_size, tasks = std::move(tasks)](ThreadPool* threads) {
    for (const CopyTask& task : tasks) {
      task.copy.Run(element_size, OnDevice(task.from), OnDevice(task.to), threads);
    }
  });
}

void EnqueueCopy(OpKernelContext* ctx, StridedCopy copy, const Tensor& from, Tensor* to) {
  EnqueueCopies(ctx, DataTypeSize(from.dtype()), {{std::move(copy), from.data(), to->data()}});
}

}  // namespace pluggable
