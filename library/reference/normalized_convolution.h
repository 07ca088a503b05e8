// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Convolutions whose channels are normalized while the caches have them.

#ifndef PLUGGABLE_REFERENCE_NORMALIZED_CONVOLUTION_H_
#define PLUGGABLE_REFERENCE_NORMALIZED_CONVOLUTION_H_

#include <cstdint>
#include <vector>

#include "pluggable/thread_pool.h"

#include "reference/compute_type.h"
#include "reference/convolution.h"
#include "reference/matmul.h"

namespace pluggable {

// What a normalization does to the elements of each channel: (x - center) * factor + shift.
template <typename T>
struct ChannelScale {
  std::vector<ComputeType<T>> center;
  std::vector<ComputeType<T>> factor;
  std::vector<ComputeType<T>> shift;
};

// As FusedBatchNormV3 and as Normalize compute it, of which the first takes float only: in the same
// order, so that results are the same bits.
template <typename T>
ChannelScale<T> BatchNormScale(int64_t channels, const float* mean, const float* variance,
                               const float* scale, const float* offset, float epsilon);
template <typename T>
ChannelScale<T> NormalizeScale(int64_t channels, const T* mean, const T* variance, const T* scale,
                               const T* offset, const T* epsilon);

// The convolution's result, whose channels come last, normalized; then `finish`, if there is one.
// Narrow types are rounded in between, as single ops do. In work on the stream only, and defined
// for float, double, half and bfloat16.
template <typename T>
void RunNormalizedConvolution(const Convolution& convolution, const ChannelScale<T>& scale,
                              const T* input, const T* filter, T* output, ThreadPool* threads,
                              const Finish<T>& finish);

}  // namespace pluggable

#endif  // PLUGGABLE_REFERENCE_NORMALIZED_CONVOLUTION_H_
