// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Applies updates of slices with several threads. Many updates may select one slice.

#ifndef PLUGGABLE_REFERENCE_VISIT_SLICES_H_
#define PLUGGABLE_REFERENCE_VISIT_SLICES_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pluggable/thread_pool.h"

#include "reference/vectorized.h"

namespace pluggable {

// Calls visit(slices[i], i, begin, end) for each i in order, with ranges that together cover the
// `size` elements of a slice. There are `rows` slices; -1 means none. `cost` is in nanoseconds an
// element.
template <typename Visit>
void VisitSlices(int64_t rows, int64_t size, const std::vector<int64_t>& slices, int64_t cost,
                 ThreadPool* threads, const Visit& visit) {
  const auto total = static_cast<int64_t>(slices.size());
  // Several updates may select one slice, and their order matters. So each thread has elements that
  // no other thread writes: parts of all slices, or adjacent slices.
  constexpr int64_t kLongSlice = 1024;
  if (size >= kLongSlice) {
    threads->ParallelFor(size, (1 + cost) * total, Vectorized([&](int64_t begin, int64_t end) {
                           for (int64_t i = 0; i < total; ++i) {
                             if (slices[i] >= 0) visit(slices[i], i, begin, end);
                           }
                         }));
    return;
  }
  const int64_t parts = std::min<int64_t>(rows, threads->NumThreads());
  threads->ParallelFor(parts, total * (cost * size / parts + 2),
                       Vectorized([&](int64_t begin, int64_t end) {
                         const int64_t first = rows * begin / parts;
                         const int64_t last = rows * end / parts;
                         for (int64_t i = 0; i < total; ++i) {
                           if (slices[i] < first || slices[i] >= last) continue;
                           visit(slices[i], i, int64_t{0}, size);
                         }
                       }));
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_VISIT_SLICES_H_
