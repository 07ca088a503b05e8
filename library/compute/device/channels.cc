// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/device/channels.h"

#include "compute/device/programs.h"
#include "compute/device/shares.h"

namespace pluggable::compute::device {

namespace {

Programs g_batch_norms("batch_norm");

// On processors, a thread sums this many adjacent channels side by side (batch_norm.inc), if there
// are enough.
constexpr uint32_t kChannelsOfThreadOnCpu = 64;
constexpr int64_t kFewestChannelsOnCpu = 16;
constexpr int64_t kElementsOfShareOnCpu = 16;

// The number of channels of a block otherwise.
uint32_t LanesOf(int64_t inner) { return inner == 1 ? 8 : 1; }

}  // namespace

const DeviceProgram* FindBatchNorms(const Stream& stream, DataType dtype) {
  return g_batch_norms.Find(stream, dtype);
}

ChannelSums SumsOfChannels(const Stream& stream, int64_t channels, int64_t inner, int64_t count) {
  if (inner == 1 && channels >= kFewestChannelsOnCpu &&
      LimitsOfDeviceKernels(stream.device_ordinal()).is_cpu) {
    return {true,
            BlocksFor(channels, kChannelsOfThreadOnCpu),
            {1, 1, 1},
            count / kElementsOfShareOnCpu,
            Shares::kOfTiles};
  }
  const uint32_t lanes = LanesOf(inner);
  return {false, BlocksFor(channels, lanes), kFlatBlock, count * lanes / kThreadsPerBlock,
          Shares::kOfSums};
}

}  // namespace pluggable::compute::device
