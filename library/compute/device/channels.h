// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Helps to launch the kernels of batch_norm.inc.

#ifndef PLUGGABLE_COMPUTE_DEVICE_CHANNELS_H_
#define PLUGGABLE_COMPUTE_DEVICE_CHANNELS_H_

#include <algorithm>
#include <cstdint>

#include "pluggable/device_kernel.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/device/launch_kernel.h"

namespace pluggable::compute::device {

// The program of batch_norm.inc, which both primitives use; null if there is none for the type.
const DeviceProgram* FindBatchNorms(const Stream& stream, DataType dtype);

// The number of channels of a block.
inline uint32_t LanesOf(int64_t inner) { return inner == 1 ? 8 : 1; }
inline uint32_t BlocksOfChannels(int64_t channels, int64_t inner) {
  return BlocksFor(channels, LanesOf(inner));
}
// The number of a channel's elements that each thread reads if the work is not shared.
inline int64_t StepsOfChannel(int64_t count, int64_t inner) {
  return count * LanesOf(inner) / kThreadsPerBlock;
}
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
inline Dim3 ChannelsGrid(int64_t channels, int64_t inner, int32_t shares) {
  return {BlocksOfChannels(channels, inner), static_cast<uint32_t>(shares), 1};
}

}  // namespace pluggable::compute::device

#endif  // PLUGGABLE_COMPUTE_DEVICE_CHANNELS_H_
