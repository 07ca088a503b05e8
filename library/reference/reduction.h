// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Ops that fold dimensions of a tensor into one value each.

#ifndef PLUGGABLE_REFERENCE_REDUCTION_H_
#define PLUGGABLE_REFERENCE_REDUCTION_H_

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <type_traits>
#include <utility>
#include <vector>

#include "pluggable/op_kernel.h"

#include "compute/reduce.h"
#include "reference/compute_type.h"
#include "reference/formula.h"
#include "reference/host_values.h"
#include "reference/vectorized.h"

namespace pluggable {

// The dimensions that are folded. Adjacent dimensions are merged if both are folded or both are
// kept. Enqueued work captures it by value.
class Reduction {
 public:
  Reduction() = default;

  // Fails with TensorFlow's message if the shape lacks an axis, or if an axis occurs twice.
  Status Init(const TensorShape& shape, const std::vector<CheckedInt>& axes, bool keep_dims);
  Status Init(const TensorShape& shape, const std::vector<int64_t>& axes, bool keep_dims) {
    return Init(shape, std::vector<CheckedInt>(axes.begin(), axes.end()), keep_dims);
  }

  // The result's shape.
  const TensorShape& shape() const { return shape_; }
  // The number of input elements for each element of the output.
  int64_t folded() const { return folded_; }
  // Whether the result has the same elements as the input.
  bool is_identity() const { return folded_dims_.empty(); }

  // Folds with Reducer (below). Only work on the stream may call it.
  template <typename Reducer, typename T>
  void Run(const T* in, T* out, ThreadPool* threads) const;

  // The same, for the primitive; the caller adds the tensors.
  template <typename Reducer, typename T>
  compute::ReducePlan Plan() const;

 private:
  using Dim = compute::ReducePlan::Dim;

  explicit Reduction(const compute::ReducePlan& plan)
      : folded_(plan.folded_elements),
        kept_(plan.kept_elements),
        kept_dims_(plan.kept),
        folded_dims_(plan.folded) {}

  // The offset of element `index` of the nest `dims`.
  static int64_t Offset(const std::vector<Dim>& dims, int64_t index) {
    int64_t offset = 0;
    for (size_t d = dims.size(); d-- > 0;) {
      offset += index % dims[d].size * dims[d].step;
      index /= dims[d].size;
    }
    return offset;
  }

  template <typename Reducer, typename T>
  auto FoldRows(const T* in, int64_t begin, int64_t end) const;
  template <typename Reducer, typename T>
  void FoldColumnBlock(const T* in, int64_t columns, int64_t begin, ComputeType<T>* block) const;
  template <typename Reducer, typename T>
  void FoldColumns(const T* in, int64_t columns, T* out, ThreadPool* threads) const;

  TensorShape shape_;
  int64_t folded_ = 1;
  int64_t kept_ = 1;
  std::vector<Dim> kept_dims_;    // outermost first
  std::vector<Dim> folded_dims_;  // outermost first
};

// How values are folded: the neutral element, the step (which must be commutative and associative),
// and a final function. C is the type of the computation.
struct SumReducer {
  static constexpr auto kReducer = compute::Reducer::kSum;
  template <typename C>
  static constexpr C kInitial = 0;
  template <typename C>
  static C Combine(C a, C b) {
    return formula::sum(a, b);
  }
  template <typename C>
  static C Finish(C sum, int64_t) {
    return sum;
  }
};

struct MeanReducer : SumReducer {
  static constexpr auto kReducer = compute::Reducer::kMean;
  template <typename C>
  static C Finish(C sum, int64_t count) {
    // Without elements, the mean is 0 for integers and NaN for real numbers.
    if constexpr (std::is_integral_v<C>) {
      if (count == 0) return sum;
    }
    return sum / static_cast<C>(count);
  }
};

struct ProdReducer {
  static constexpr auto kReducer = compute::Reducer::kProd;
  template <typename C>
  static constexpr C kInitial = 1;
  template <typename C>
  static C Combine(C a, C b) {
    return formula::product(a, b);
  }
  template <typename C>
  static C Finish(C product, int64_t) {
    return product;
  }
};

// NaN if any value is NaN.
struct MaxReducer {
  static constexpr auto kReducer = compute::Reducer::kMax;
  template <typename C>
  static constexpr C kInitial = std::numeric_limits<C>::has_infinity
                                    ? -std::numeric_limits<C>::infinity()
                                    : std::numeric_limits<C>::lowest();
  template <typename C>
  static C Combine(C a, C b) {
    return formula::max(a, b);
  }
  template <typename C>
  static C Finish(C largest, int64_t) {
    return largest;
  }
};

// NaN if any value is NaN.
struct MinReducer {
  static constexpr auto kReducer = compute::Reducer::kMin;
  template <typename C>
  static constexpr C kInitial = std::numeric_limits<C>::has_infinity
                                    ? std::numeric_limits<C>::infinity()
                                    : std::numeric_limits<C>::max();
  template <typename C>
  static C Combine(C a, C b) {
    return formula::min(a, b);
  }
  template <typename C>
  static C Finish(C smallest, int64_t) {
    return smallest;
  }
};

struct AllReducer {
  static constexpr auto kReducer = compute::Reducer::kAll;
  template <typename C>
  static constexpr C kInitial = true;
  static bool Combine(bool a, bool b) { return a && b; }
  static bool Finish(bool all, int64_t) { return all; }
};

struct AnyReducer {
  static constexpr auto kReducer = compute::Reducer::kAny;
  template <typename C>
  static constexpr C kInitial = false;
  static bool Combine(bool a, bool b) { return a || b; }
  static bool Finish(bool any, int64_t) { return any; }
};

// Values are folded in blocks of this many, and then the blocks' results. This keeps the rounding
// errors of long sums small.
inline constexpr int64_t kFoldBlock = 512;
// The blocks of this many values are folded by themselves, so that threads can share a long fold,
// whose result does not depend on whether they do.
inline constexpr int64_t kFoldPart = 1 << 16;

// The number of independent folds, so that compilers vectorize. With 16 folds, g++ 12 selects
// values one by one: the maximum of 1,000 floats takes seven times as long as with 32.
template <typename Reducer>
inline constexpr int kFoldLanes = 16;
template <>
inline constexpr int kFoldLanes<MaxReducer> = 32;
template <>
inline constexpr int kFoldLanes<MinReducer> = 32;

// Folds `count` adjacent values, at most kFoldPart.
template <typename Reducer, typename T>
ComputeType<T> FoldRunOfPart(const T* in, int64_t count) {
  using C = ComputeType<T>;
  constexpr int kLanes = kFoldLanes<Reducer>;
  C result = Reducer::template kInitial<C>;
  for (int64_t block = 0; block < count; block += kFoldBlock) {
    const int64_t end = std::min(count, block + kFoldBlock);
    C lanes[kLanes];
    std::fill(lanes, lanes + kLanes, Reducer::template kInitial<C>);
    int64_t i = block;
    for (; i + kLanes <= end; i += kLanes) {
      for (int lane = 0; lane < kLanes; ++lane) {
        lanes[lane] = Reducer::Combine(lanes[lane], static_cast<C>(in[i + lane]));
      }
    }
    for (int lane = 0; i < end; ++i, ++lane) {
      lanes[lane] = Reducer::Combine(lanes[lane], static_cast<C>(in[i]));
    }
    for (int width = kLanes / 2; width > 0; width /= 2) {
      for (int lane = 0; lane < width; ++lane) {
        lanes[lane] = Reducer::Combine(lanes[lane], lanes[lane + width]);
      }
    }
    result = Reducer::Combine(result, lanes[0]);
  }
  return result;
}

// Folds `count` adjacent values.
template <typename Reducer, typename T>
ComputeType<T> FoldRun(const T* in, int64_t count) {
  ComputeType<T> result = Reducer::template kInitial<ComputeType<T>>;
  for (int64_t part = 0; part < count; part += kFoldPart) {
    result = Reducer::Combine(result,
                              FoldRunOfPart<Reducer>(in + part, std::min(count - part, kFoldPart)));
  }
  return result;
}

// Folds elements begin to end - 1 of those that belong to the result at `in`, if the innermost
// dimension is folded.
template <typename Reducer, typename T>
auto Reduction::FoldRows(const T* in, int64_t begin, int64_t end) const {
  using C = ComputeType<T>;
  const Dim inner = folded_dims_.empty() ? Dim{1, 1} : folded_dims_.back();
  C result = Reducer::template kInitial<C>;
  while (begin < end) {
    const int64_t count = std::min(end - begin, inner.size - begin % inner.size);
    const T* row = in + Offset(folded_dims_, begin);
    if (inner.step == 1) {
      result = Reducer::Combine(result, FoldRun<Reducer>(row, count));
    } else {
      for (int64_t i = 0; i < count; ++i) {
        result = Reducer::Combine(result, static_cast<C>(row[i * inner.step]));
      }
    }
    begin += count;
  }
  return result;
}

// Folds at most kFoldBlock elements from `begin` on into each of `columns` adjacent elements of the
// result, if the innermost dimension is kept.
template <typename Reducer, typename T>
void Reduction::FoldColumnBlock(const T* in, int64_t columns, int64_t begin,
                                ComputeType<T>* block) const {
  using C = ComputeType<T>;
  std::fill(block, block + columns, Reducer::template kInitial<C>);
  for (int64_t i = begin; i < std::min(folded_, begin + kFoldBlock); ++i) {
    const T* row = in + Offset(folded_dims_, i);
    for (int64_t j = 0; j < columns; ++j) {
      block[j] = Reducer::Combine(static_cast<C>(block[j]), static_cast<C>(row[j]));
    }
  }
}

// Folds all elements into these, block by block, or the blocks in parallel if there are threads.
template <typename Reducer, typename T>
void Reduction::FoldColumns(const T* in, int64_t columns, T* out, ThreadPool* threads) const {
  using C = ComputeType<T>;
  const int64_t blocks = (folded_ + kFoldBlock - 1) / kFoldBlock;
  std::vector<C> result(static_cast<size_t>(columns), Reducer::template kInitial<C>);
  const auto combine = [&result, columns](const C* block) {
    for (int64_t j = 0; j < columns; ++j) {
      result[j] = Reducer::Combine(static_cast<C>(result[j]), static_cast<C>(block[j]));
    }
  };
  const int64_t at_a_time = threads == nullptr ? 1 : blocks;
  const std::unique_ptr<C[]> memory(new C[static_cast<size_t>(at_a_time * columns)]);
  if (threads == nullptr) {
    for (int64_t i = 0; i < blocks; ++i) {
      FoldColumnBlock<Reducer>(in, columns, i * kFoldBlock, memory.get());
      combine(memory.get());
    }
  } else {
    threads->ParallelFor(blocks, kFoldBlock * columns, Vectorized([&](int64_t begin, int64_t end) {
                           for (int64_t i = begin; i < end; ++i) {
                             FoldColumnBlock<Reducer>(in, columns, i * kFoldBlock,
                                                      memory.get() + i * columns);
                           }
                         }));
    for (int64_t i = 0; i < blocks; ++i) combine(memory.get() + i * columns);
  }
  for (int64_t j = 0; j < columns; ++j) {
    out[j] = static_cast<T>(Reducer::Finish(static_cast<C>(result[j]), folded_));
  }
}

template <typename Reducer, typename T>
void Reduction::Run(const T* in, T* out, ThreadPool* threads) const {
  using C = ComputeType<T>;
  if (folded_ == 0) {
    std::fill(out, out + kept_,
              static_cast<T>(Reducer::Finish(Reducer::template kInitial<C>, folded_)));
    return;
  }
  if (!kept_dims_.empty() && kept_dims_.back().step == 1) {
    // Divides the innermost dimension, which is a row of memory.
    constexpr int64_t kColumns = 256;
    const int64_t row = kept_dims_.back().size;
    const int64_t pieces = (row + kColumns - 1) / kColumns;
    if (kept_ == row && pieces < threads->NumThreads()) {
      return FoldColumns<Reducer>(in, row, out, threads);
    }
    threads->ParallelFor(kept_ / row * pieces, folded_ * std::min(row, kColumns),
                         Vectorized([=](int64_t begin, int64_t end) {
                           for (int64_t i = begin; i < end; ++i) {
                             const int64_t first = i / pieces * row + i % pieces * kColumns;
                             FoldColumns<Reducer>(in + Offset(kept_dims_, first),
                                                  std::min(kColumns, row - i % pieces * kColumns),
                                                  out + first, nullptr);
                           }
                         }));
    return;
  }
  if (kept_ < threads->NumThreads() && folded_ >= 2 * kFoldPart) {
    // Few but long folds: threads fold parts of each.
    const int64_t parts = (folded_ + kFoldPart - 1) / kFoldPart;
    for (int64_t i = 0; i < kept_; ++i) {
      // Not a vector: threads could not write elements of a vector of bool in parallel.
      const std::unique_ptr<C[]> results(new C[static_cast<size_t>(parts)]);
      const T* first = in + Offset(kept_dims_, i);
      threads->ParallelFor(parts, kFoldPart, Vectorized([&](int64_t begin, int64_t end) {
                             for (int64_t part = begin; part < end; ++part) {
                               results[part] =
                                   FoldRows<Reducer>(first, part * kFoldPart,
                                                     std::min(folded_, (part + 1) * kFoldPart));
                             }
                           }));
      C result = Reducer::template kInitial<C>;
      for (int64_t part = 0; part < parts; ++part) result = Reducer::Combine(result, results[part]);
      out[i] = static_cast<T>(Reducer::Finish(result, folded_));
    }
    return;
  }
  threads->ParallelFor(kept_, folded_, Vectorized([=](int64_t begin, int64_t end) {
                         for (int64_t i = begin; i < end; ++i) {
                           const C result =
                               FoldRows<Reducer>(in + Offset(kept_dims_, i), 0, folded_);
                           out[i] = static_cast<T>(Reducer::Finish(result, folded_));
                         }
                       }));
}

template <typename Reducer, typename T>
compute::ReducePlan Reduction::Plan() const {
  compute::ReducePlan plan;
  plan.reducer = Reducer::kReducer;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.kept = kept_dims_;
  plan.folded = folded_dims_;
  plan.kept_elements = kept_;
  plan.folded_elements = folded_;
  plan.loop = [](const compute::ReducePlan& running, ThreadPool* threads) {
    Reduction(running).Run<Reducer>(OnDevice(static_cast<const T*>(running.in)),
                                    OnDevice(static_cast<T*>(running.out)), threads);
  };
  return plan;
}

// An op that folds input 0 along the axes in input 1, which is in host memory.
template <typename T, typename Reducer>
class ReductionOp : public OpKernel {
 public:
  explicit ReductionOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, ctx->GetAttr("keep_dims", &keep_dims_));
  }

  void Compute(OpKernelContext* ctx) override {
    const Tensor input = ctx->input(0);
    Reduction reduction;
    OP_REQUIRES_OK(ctx, reduction.Init(input.shape(), HostValues(ctx->input(1)), keep_dims_));
    Tensor* output = nullptr;
    if (reduction.is_identity()) {
      Tensor same;
      OP_REQUIRES(ctx, same.CopyFrom(input, reduction.shape()),
                  errors::Internal("Error during reduction copy."));
      ctx->set_output(0, same);
      return;
    }
    OP_REQUIRES_OK(ctx, ctx->allocate_output(0, reduction.shape(), &output));
    if (output->NumElements() == 0) return;
    compute::ReducePlan plan = reduction.Plan<Reducer, T>();
    plan.in = input.data();
    plan.out = output->data();
    if (ctx->output_is_host(0)) {
      plan.loop(plan, &ctx->stream().thread_pool());
    } else {
      OP_REQUIRES_OK(ctx, compute::Reduce(ctx->stream(), plan));
    }
  }

 private:
  bool keep_dims_ = false;
};

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_REDUCTION_H_
