// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Half the sum of the squares of numbers, on the host.

#ifndef PLUGGABLE_REFERENCE_HALF_SQUARES_H_
#define PLUGGABLE_REFERENCE_HALF_SQUARES_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pluggable/op_kernel.h"

#include "compute/reduce.h"
#include "reference/compute_type.h"
#include "reference/reduction.h"
#include "reference/vectorized.h"

namespace pluggable {

// The parts have one size whatever the number of threads, so that the result is always the same.
template <typename T>
T HalfSumOfSquares(const T* numbers, int64_t count, ThreadPool* threads) {
  using C = ComputeType<T>;
  constexpr int64_t kPart = 1 << 14;
  const int64_t parts = (count + kPart - 1) / kPart;
  std::vector<C> sums(static_cast<size_t>(parts));
  threads->ParallelFor(parts, kPart, Vectorized([&](int64_t begin, int64_t end) {
                         std::vector<C> squares(kPart);
                         for (int64_t part = begin; part < end; ++part) {
                           const T* in = numbers + part * kPart;
                           const int64_t size = std::min(kPart, count - part * kPart);
                           for (int64_t i = 0; i < size; ++i) {
                             const C x = static_cast<C>(in[i]);
                             squares[i] = x * x;
                           }
                           sums[part] = FoldRun<SumReducer>(squares.data(), size);
                         }
                       }));
  return static_cast<T>(FoldRun<SumReducer>(sums.data(), parts) / 2);
}

// Fills in the parts of a plan that depend on the type. It folds `count` numbers to one.
template <typename T>
compute::ReducePlan PlanOfHalfSquares(int64_t count) {
  compute::ReducePlan plan;
  plan.reducer = compute::Reducer::kHalfSumOfSquares;
  plan.dtype = DataTypeToEnum<T>::value;
  if (count != 1) plan.folded.push_back({count, 1});
  plan.folded_elements = count;
  plan.loop = [](const compute::ReducePlan& running, ThreadPool* threads) {
    *OnDevice(static_cast<T*>(running.out)) = HalfSumOfSquares(
        OnDevice(static_cast<const T*>(running.in)), running.folded_elements, threads);
  };
  return plan;
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_HALF_SQUARES_H_
