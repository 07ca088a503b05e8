// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Sums of segments: adds all rows with the same segment number.

#ifndef PLUGGABLE_REFERENCE_SEGMENT_SUM_H_
#define PLUGGABLE_REFERENCE_SEGMENT_SUM_H_

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pluggable/stream.h"
#include "pluggable/thread_pool.h"

#include "compute/scatter.h"
#include "reference/compute_type.h"
#include "reference/formula.h"
#include "reference/vectorized.h"

namespace pluggable {

// The loop of a plan that sums from zeros. One thread adds each segment's rows, in their order.
template <typename T>
void SumSegments(const compute::ScatterPlan& plan, const std::vector<int64_t>& segments,
                 ThreadPool* threads) {
  using C = ComputeType<T>;
  const int64_t size = plan.slice;
  if (plan.rows == 0 || size == 0) return;
  std::vector<int64_t> ends(static_cast<size_t>(plan.rows) + 1);  // of each segment's rows
  for (const int64_t segment : segments) {
    if (segment >= 0) ++ends[segment + 1];
  }
  for (int64_t segment = 0; segment < plan.rows; ++segment) ends[segment + 1] += ends[segment];
  std::vector<int64_t> order(static_cast<size_t>(ends[plan.rows]));
  for (int64_t row = 0; row < plan.count; ++row) {
    if (segments[row] >= 0) order[ends[segments[row]]++] = row;
  }
  const T* const data = OnDevice(static_cast<const T*>(plan.updates));
  T* const output = OnDevice(static_cast<T*>(plan.out));
  threads->ParallelFor(
      plan.rows, (plan.count / plan.rows + 1) * size, Vectorized([&](int64_t begin, int64_t end) {
        std::vector<C> sums(static_cast<size_t>(size));
        for (int64_t segment = begin; segment < end; ++segment) {
          std::fill(sums.begin(), sums.end(), C(0));
          for (int64_t i = segment == 0 ? 0 : ends[segment - 1]; i < ends[segment]; ++i) {
            const T* row = data + order[i] * size;
            for (int64_t j = 0; j < size; ++j) {
              sums[j] = formula::sum(sums[j], static_cast<C>(row[j]));
            }
          }
          T* out = output + segment * size;
          for (int64_t j = 0; j < size; ++j) out[j] = static_cast<T>(sums[j]);
        }
      }));
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_SEGMENT_SUM_H_
