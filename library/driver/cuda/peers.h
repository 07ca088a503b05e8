// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Copies between two GPUs.

#ifndef PLUGGABLE_DRIVER_CUDA_PEERS_H_
#define PLUGGABLE_DRIVER_CUDA_PEERS_H_

#include "driver/cuda/device.h"

namespace pluggable::cuda {

// Lets two open devices access each other's memory, if they can. Without this, CUDA copies between
// them through the host's memory. Only the first call for two devices does something, unless the
// environment variable <PLUGIN>_CUDA_PEERS is 0. With <PLUGIN>_VERBOSE set, it prints which way
// copies go.
void Connect(Device& one, Device& other);

}  // namespace pluggable::cuda

#endif  // PLUGGABLE_DRIVER_CUDA_PEERS_H_
