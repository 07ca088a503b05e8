// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Converts half and bfloat16 to float and back, for kernels that compute in float. The conversions
// are compiled once, not in each kernel: those of half are longer than most formulas.

#ifndef PLUGGABLE_REFERENCE_WIDEN_H_
#define PLUGGABLE_REFERENCE_WIDEN_H_

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pluggable/half.h"
#include "pluggable/thread_pool.h"

namespace pluggable {

// Converts `count` values to float. The arrays must not overlap.
void WidenRun(const half* values, float* wide, int64_t count);
void WidenRun(const bfloat16* values, float* wide, int64_t count);

// Converts `count` floats, rounded to the nearest, ties to even. The arrays must not overlap.
void NarrowRun(const float* wide, half* values, int64_t count);
void NarrowRun(const float* wide, bfloat16* values, int64_t count);

// The number of elements of half or bfloat16 to convert at a time. They stay in the first-level
// cache, with operands and results.
inline constexpr int64_t kWideRun = 512;

// Rounds each of `count` floats to a value that T can represent.
template <typename T>
void RoundRun(float* wide, int64_t count) {
  T rounded[kWideRun];
  for (int64_t i = 0; i < count; i += kWideRun) {
    const int64_t run = std::min(kWideRun, count - i);
    NarrowRun(wide + i, rounded, run);
    WidenRun(rounded, wide + i, run);
  }
}

template <typename T>
std::vector<float> Widen(const T* values, int64_t count, ThreadPool* threads) {
  std::vector<float> wide(static_cast<size_t>(count));
  threads->ParallelFor(count, 1, [values, out = wide.data()](int64_t begin, int64_t end) {
    WidenRun(values + begin, out + begin, end - begin);
  });
  return wide;
}

template <typename T>
void Narrow(const std::vector<float>& wide, T* values, ThreadPool* threads) {
  threads->ParallelFor(static_cast<int64_t>(wide.size()), 1,
                       [values, in = wide.data()](int64_t begin, int64_t end) {
                         NarrowRun(in + begin, values + begin, end - begin);
                       });
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_WIDEN_H_
