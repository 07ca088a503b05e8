// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Arrays of half and bfloat16 as arrays of float, for kernels that add up many values in memory.

#ifndef PLUGGABLE_REFERENCE_WIDEN_H_
#define PLUGGABLE_REFERENCE_WIDEN_H_

#include <cstdint>
#include <vector>

#include "pluggable/thread_pool.h"

#include "reference/vectorized.h"

namespace pluggable {

template <typename T>
std::vector<float> Widen(const T* values, int64_t count, ThreadPool* threads) {
  std::vector<float> wide(static_cast<size_t>(count));
  threads->ParallelFor(count, 1,
                       Vectorized([values, out = wide.data()](int64_t begin, int64_t end) {
                         for (int64_t i = begin; i < end; ++i)
                           out[i] = static_cast<float>(values[i]);
                       }));
  return wide;
}

template <typename T>
void Narrow(const std::vector<float>& wide, T* values, ThreadPool* threads) {
  threads->ParallelFor(static_cast<int64_t>(wide.size()), 1,
                       Vectorized([values, in = wide.data()](int64_t begin, int64_t end) {
                         for (int64_t i = begin; i < end; ++i) values[i] = static_cast<T>(in[i]);
                       }));
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_WIDEN_H_
