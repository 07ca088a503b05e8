// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Sums over a long range by several threads, the same whatever the number of threads.

#ifndef PLUGGABLE_REFERENCE_PARTIAL_SUMS_H_
#define PLUGGABLE_REFERENCE_PARTIAL_SUMS_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pluggable/thread_pool.h"

#include "reference/formula.h"
#include "reference/vectorized.h"

namespace pluggable {

// Calls add(begin, end, sums) for parts of [0, total), each with `size` sums of its own that start
// as zeros, then writes the total sums to `sums`. A part has at least `least` units, and the number
// of parts depends only on the arguments.
template <typename T, typename Add>
void PartialSums(int64_t total, int64_t least, int64_t cost_per_unit, int64_t size, T* sums,
                 ThreadPool* threads, const Add& add) {
  constexpr int64_t kMaxParts = 16;
  constexpr int64_t kMaxElements = 1 << 22;
  const int64_t parts = std::clamp<int64_t>(
      std::min(total / std::max<int64_t>(least, 1), kMaxElements / std::max<int64_t>(size, 1)), 1,
      kMaxParts);
  std::fill(sums, sums + size, T(0));
  std::vector<T> others(static_cast<size_t>((parts - 1) * size));
  threads->ParallelFor(parts, total / parts * cost_per_unit,
                       Vectorized([&](int64_t begin, int64_t end) {
                         for (int64_t part = begin; part < end; ++part) {
                           add(total * part / parts, total * (part + 1) / parts,
                               part == 0 ? sums : others.data() + (part - 1) * size);
                         }
                       }));
  threads->ParallelFor(size, parts, Vectorized([&](int64_t begin, int64_t end) {
                         for (int64_t part = 1; part < parts; ++part) {
                           const T* other = others.data() + (part - 1) * size;
                           for (int64_t i = begin; i < end; ++i) {
                             sums[i] = formula::sum(sums[i], other[i]);
                           }
                         }
                       }));
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_PARTIAL_SUMS_H_
