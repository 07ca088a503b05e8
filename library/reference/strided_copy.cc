// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/strided_copy.h"

#include <algorithm>
#include <cstring>

#include "pluggable/stream.h"

namespace pluggable {

namespace {

using compute::StridedCopyPlan;
using Dim = StridedCopyPlan::Dim;

// The side of the squares in which a transposition is done.
constexpr int64_t kTile = 16;

template <typename E>
void CopyRow(const E* from, int64_t from_step, E* to, int64_t to_step, int64_t count) {
  if (from == nullptr) {
    if (to_step == 1) {
      std::memset(to, 0, static_cast<size_t>(count) * sizeof(E));
    } else {
      for (int64_t i = 0; i < count; ++i) to[i * to_step] = E{};
    }
  } else if (from_step == 1 && to_step == 1) {
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(E));
  } else if (from_step == 0 && to_step == 1) {
    std::fill(to, to + count, *from);
  } else if (to_step == 1) {
    for (int64_t i = 0; i < count; ++i) to[i] = from[i * from_step];
  } else {
    for (int64_t i = 0; i < count; ++i) to[i * to_step] = from[i * from_step];
  }
}

// Copies rows of the target that are columns of the source, square by square, so that both stay in
// the cache.
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

// Any element of this size; its type does not matter.
template <size_t kSize>
struct alignas(kSize < 8 ? kSize : 8) Element {
  unsigned char bytes[kSize];
};

int64_t Elements(const std::vector<Dim>& dims) {
  int64_t n = 1;
  for (const Dim& dim : dims) n *= dim.size;
  return n;
}

template <size_t kSize>
void RunElements(const std::vector<Dim>& dims, const void* from_data, void* to_data,
                 ThreadPool* threads) {
  using E = Element<kSize>;
  const E* from = static_cast<const E*>(from_data);
  E* to = static_cast<E*>(to_data);
  const int64_t total = Elements(dims);
  if (total == 0) return;
  if (dims.size() <= 1) {
    const Dim row = dims.empty() ? Dim{1, 1, 1} : dims.back();
    threads->ParallelFor(row.size, 1, [=](int64_t begin, int64_t end) {
      CopyRow(from + begin * row.from_step, row.from_step, to + begin * row.to_step, row.to_step,
              end - begin);
    });
    return;
  }

  // The innermost dimension is a row of the target. If another dimension is a row of the source,
  // both together are a transposition.
  std::vector<Dim> outer(dims.begin(), dims.end() - 1);
  const Dim row = dims.back();
  Dim column{1, 0, 0};
  if (row.to_step == 1 && row.from_step > 1) {
    const auto source_row =
        std::find_if(outer.begin(), outer.end(), [](const Dim& dim) { return dim.from_step == 1; });
    if (source_row != outer.end()) {
      column = *source_row;
      outer.erase(source_row);
    }
  }
  // Long columns are divided, so that all threads get work.
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

}  // namespace

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

int64_t StridedCopy::num_elements() const { return Elements(dims_); }

void StridedCopy::Run(size_t element_size, const void* from, void* to, ThreadPool* threads) const {
  const StridedCopyPlan::Copy copy = Plan(element_size, from, to);
  RunStridedCopy(copy.dims, element_size, copy.from, copy.to, threads);
}

StridedCopyPlan::Copy StridedCopy::Plan(size_t element_size, const void* from, void* to) const {
  const auto bytes = static_cast<int64_t>(element_size);
  return {dims_, static_cast<const char*>(from) + from_offset_ * bytes,
          static_cast<char*>(to) + to_offset_ * bytes};
}

void RunStridedCopy(const std::vector<Dim>& dims, size_t element_size, const void* from, void* to,
                    ThreadPool* threads) {
  switch (element_size) {
    case 1:
      return RunElements<1>(dims, from, to, threads);
    case 2:
      return RunElements<2>(dims, from, to, threads);
    case 4:
      return RunElements<4>(dims, from, to, threads);
    case 8:
      return RunElements<8>(dims, from, to, threads);
    default:
      return RunElements<16>(dims, from, to, threads);
  }
}

int64_t StridedCopiesCost(const StridedCopyPlan& plan) {
  int64_t cost = 0;
  for (const StridedCopyPlan::Copy& copy : plan.copies) cost += Elements(copy.dims);
  return cost;
}

std::vector<int64_t> RowMajorSteps(const TensorShape& shape) {
  std::vector<int64_t> steps(static_cast<size_t>(shape.dims()));
  int64_t step = 1;
  for (int d = shape.dims() - 1; d >= 0; --d) {
    steps[d] = step;
    // If nothing is copied, the sizes may overflow.
    (void)__builtin_mul_overflow(step, shape.dim_size(d), &step);
  }
  return steps;
}

void EnqueueCopies(OpKernelContext* ctx, size_t element_size, const std::vector<CopyTask>& tasks) {
  StridedCopyPlan plan;
  plan.element_bytes = element_size;
  plan.copies.reserve(tasks.size());
  for (const CopyTask& task : tasks) {
    if (task.copy.num_elements() == 0) continue;  // its offsets may be anything
    plan.copies.push_back(task.copy.Plan(element_size, task.from, task.to));
  }
  if (plan.copies.empty()) return;
  if (!ctx->output_is_host(0)) {
    OP_REQUIRES_OK(ctx, compute::StridedCopies(ctx->stream(), plan));
    return;
  }
  // TensorFlow reads it as soon as Compute returns.
  for (const StridedCopyPlan::Copy& copy : plan.copies) {
    RunStridedCopy(copy.dims, element_size, copy.from, copy.to, &ctx->stream().thread_pool());
  }
}

void EnqueueCopy(OpKernelContext* ctx, const StridedCopy& copy, const Tensor& from, Tensor* to) {
  EnqueueCopies(ctx, DataTypeSize(from.dtype()), {{copy, from.data(), to->data()}});
}

}  // namespace pluggable
