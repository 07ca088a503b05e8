// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Convolutions whose channels are normalized while they are in the caches.

#ifndef PLUGGABLE_REFERENCE_NORMALIZED_CONVOLUTION_H_
#define PLUGGABLE_REFERENCE_NORMALIZED_CONVOLUTION_H_

#include <cstdint>
#include <vector>

#include "pluggable/thread_pool.h"

#include "reference/compute_type.h"
#include "reference/convolution.h"
#include "reference/matmul.h"

namespace pluggable {

// The normalization of each channel's elements: (x - center) * factor + shift.
template <typename T>
struct ChannelScale {
  std::vector<ComputeType<T>> center;
  std::vector<ComputeType<T>> factor;
  std::vector<ComputeType<T>> shift;
};

// The normalization of FusedBatchNormV3, whose statistics are floats, and of Normalize, for float
// and double. Each computes in the order of the op, so that results are equal bit by bit.
template <typename T>
ChannelScale<T> BatchNormScale(int64_t channels, const float* mean, const float* variance,
                               const float* scale, const float* offset, float epsilon);
template <typename T>
ChannelScale<T> NormalizeScale(int64_t channels, const T* mean, const T* variance, const T* scale,
                               const T* offset, const T* epsilon);

// Computes a convolution whose channels come last, normalizes its result, then applies `finish` if
// there is one. 16-bit types are rounded in between, as single ops do. Only work on the stream may
// call it. Defined for float, double, half and bfloat16.
template <typename T>
void RunNormalizedConvolution(const Convolution& convolution, const ChannelScale<T>& scale,
                              const T* input, const T* filter, T* output, ThreadPool* threads,
                              const Finish<T>& finish);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_NORMALIZED_CONVOLUTION_H_
