// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The largest elements of rows, on the host.

#ifndef PLUGGABLE_REFERENCE_TOP_K_H_
#define PLUGGABLE_REFERENCE_TOP_K_H_

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include "pluggable/on_device.h"

#include "compute/top_k.h"
#include "reference/compute_type.h"

namespace pluggable {

inline constexpr int64_t kSortCost = 8;  // nanoseconds an element, about

// Sorts the columns of the k largest elements to the front of `order`, which has an element for
// each column.
template <typename T, typename Index>
void SortLargest(const T* x, int64_t k, std::vector<Index>* order) {
  std::iota(order->begin(), order->end(), Index{0});
  std::partial_sort(order->begin(), order->begin() + k, order->end(), [x](Index a, Index b) {
    const auto at_a = static_cast<ComputeType<T>>(x[a]);
    const auto at_b = static_cast<ComputeType<T>>(x[b]);
    if (at_a > at_b || at_a < at_b) return at_a > at_b;
    const bool a_is_nan = at_a != at_a;
    const bool b_is_nan = at_b != at_b;
    return a_is_nan == b_is_nan ? a < b : b_is_nan;
  });
}

template <typename T, typename Index>
void RunTopK(const compute::TopKPlan& plan, ThreadPool* threads) {
  const T* const in = OnDevice(static_cast<const T*>(plan.in));
  T* const values = OnDevice(static_cast<T*>(plan.values));
  Index* const indices = OnDevice(static_cast<Index*>(plan.indices));
  threads->ParallelFor(plan.rows, plan.columns * kSortCost,
                       [=, columns = plan.columns, k = plan.k](int64_t begin, int64_t end) {
                         std::vector<Index> order(static_cast<size_t>(columns));
                         for (int64_t row = begin; row < end; ++row) {
                           const T* const from = in + row * columns;
                           SortLargest(from, k, &order);
                           for (int64_t i = 0; i < k; ++i) {
                             indices[row * k + i] = order[i];
                             values[row * k + i] = from[order[i]];
                           }
                         }
                       });
}

// Fills in the parts of a plan that depend on the types.
template <typename T, typename Index>
compute::TopKPlan PlanOfTopK() {
  compute::TopKPlan plan;
  plan.dtype = DataTypeToEnum<T>::value;
  plan.index_dtype = DataTypeToEnum<Index>::value;
  plan.loop = RunTopK<T, Index>;
  return plan;
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_TOP_K_H_
