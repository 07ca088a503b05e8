// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// What the kernels of batch_norm.inc are launched with.

#ifndef PLUGGABLE_COMPUTE_DEVICE_CHANNELS_H_
#define PLUGGABLE_COMPUTE_DEVICE_CHANNELS_H_

#include <cstdint>

#include "pluggable/device_kernel.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "compute/device/launch_kernel.h"

namespace pluggable::compute::device {

// The program of batch_norm.inc, which the primitives share; null if there is none for the type.
const DeviceProgram* FindBatchNorms(const Stream& stream, DataType dtype);

// How many channels a block has.
inline uint32_t LanesOf(int64_t inner) { return inner == 1 ? 8 : 1; }
inline uint32_t BlocksOfChannels(int64_t channels, int64_t inner) {
  return BlocksFor(channels, LanesOf(inner));
}
// How many of a channel's elements a thread of the only share has.
inline int64_t StepsOfChannel(int64_t count, int64_t inner) {
  return count * LanesOf(inner) / kThreadsPerBlock;
}
inline Dim3 ChannelsGrid(int64_t channels, int64_t inner, int32_t shares) {
  return {BlocksOfChannels(channels, inner), static_cast<uint32_t>(shares), 1};
}

}  // namespace pluggable::compute::device

#endif  // PLUGGABLE_COMPUTE_DEVICE_CHANNELS_H_
