// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Helps to launch the kernels of batch_norm.inc.

#ifndef PLUGGABLE_COMPUTE_DEVICE_CHANNELS_H_
#define PLUGGABLE_COMPUTE_DEVICE_CHANNELS_H_

#include <algorithm>
#include <cstdint>

#include "pluggable/device_kernel.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/batch_norm.h"
#include "compute/device/launch_kernel.h"

namespace pluggable::compute::device {

// The program of batch_norm.inc, which both primitives use; null if there is none for the type.
const DeviceProgram* FindBatchNorms(const Stream& stream, DataType dtype);

// How the sums of channels are launched. On processors, a thread sums adjacent channels side by
// side if there are enough of them, by the kernel of that name.
struct ChannelSums {
  bool side_by_side;
  uint32_t blocks;
  Dim3 block;
  int64_t steps;  // as Shares has them
  int64_t blocks_of_multiprocessor;

  Dim3 Grid(int32_t shares) const { return {blocks, static_cast<uint32_t>(shares), 1}; }
};
// `count` is the number of a channel's elements.
ChannelSums SumsOfChannels(const Stream& stream, int64_t channels, int64_t inner, int64_t count);

// The variances of channels: the sums of `shares` parts, times `factor`, divided by the number of a
// channel's elements. Part p of channel c is parts[p * channels + c].
struct Variances {
  const float* parts;
  int32_t factor;
  int32_t shares;
};
// Sets used_variance, new_mean, new_variance and zero. used_mean is set.
Launched LaunchMoments(const Stream& stream, const BatchNormPlan& plan, const Variances& variances);
// Sets the statistics and zero for inference.
Launched LaunchPassingOn(const Stream& stream, const BatchNormPlan& plan);

// The distance of a thread's elements if each thread computes elements of one channel. A thread
// should have several, so that its work for the channel does not matter, but there must be enough
// threads to keep the device busy. `size` is the tensor's, a multiple of channels * inner.
inline int32_t StrideOfElements(int64_t size, int64_t channels, int64_t inner) {
  constexpr int64_t kElements = 8;
  constexpr int64_t kManyThreads = int64_t{1} << 18;
  const int64_t threads = std::max(size / kElements, std::min(size, kManyThreads));
  const int64_t period = channels * inner;
  return static_cast<int32_t>(std::min((threads + period - 1) / period * period, size));
}

}  // namespace pluggable::compute::device

#endif  // PLUGGABLE_COMPUTE_DEVICE_CHANNELS_H_
