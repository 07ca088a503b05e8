// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Where elements are that are not 0, on the host.

#ifndef PLUGGABLE_REFERENCE_NONZERO_H_
#define PLUGGABLE_REFERENCE_NONZERO_H_

#include <algorithm>
#include <cstdint>

#include "pluggable/on_device.h"
#include "pluggable/thread_pool.h"

#include "compute/nonzero.h"

namespace pluggable {

namespace internal {

template <typename T>
void CountNonzeros(const compute::NonzeroPlan& plan, ThreadPool* threads) {
  constexpr int64_t kBlock = compute::NonzeroPlan::kBlock;
  const T* const x = OnDevice(static_cast<const T*>(plan.x));
  int64_t* const starts = OnDevice(plan.starts);
  const int64_t size = plan.elements();
  const int64_t blocks = plan.blocks();
  threads->ParallelFor(blocks, kBlock, [=](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      const T* const last = x + std::min(size, (block + 1) * kBlock);
      starts[block + 1] = std::count_if(x + block * kBlock, last,
                                        [](T value) { return value != static_cast<T>(0); });
    }
  });
  starts[0] = 0;
  for (int64_t block = 0; block < blocks; ++block) starts[block + 1] += starts[block];
}

template <typename T>
void WriteNonzeros(const compute::NonzeroPlan& plan, ThreadPool* threads) {
  constexpr int64_t kBlock = compute::NonzeroPlan::kBlock;
  const T* const x = OnDevice(static_cast<const T*>(plan.x));
  const int64_t* const starts = OnDevice(plan.starts);
  int64_t* const positions = OnDevice(plan.positions);
  const int64_t size = plan.elements();
  const auto rank = static_cast<int64_t>(plan.dims.size());
  threads->ParallelFor(plan.blocks(), kBlock, [=, &plan](int64_t begin, int64_t end) {
    int64_t* to = positions + starts[begin] * rank;
    const int64_t last = std::min(size, end * kBlock);
    for (int64_t i = begin * kBlock; i < last; ++i) {
      if (x[i] == static_cast<T>(0)) continue;
      int64_t rest = i;
      for (int64_t d = rank - 1; d >= 0; --d) {
        to[d] = rest % plan.dims[d];
        rest /= plan.dims[d];
      }
      to += rank;
    }
  });
}

}  // namespace internal

// Computes a plan for elements of T. In work on the stream only.
template <typename T>
void RunNonzero(const compute::NonzeroPlan& plan, ThreadPool* threads) {
  if (plan.step == compute::NonzeroPlan::Step::kStarts) {
    internal::CountNonzeros<T>(plan, threads);
  } else {
    internal::WriteNonzeros<T>(plan, threads);
  }
}

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_NONZERO_H_
