// Which contexts of the fake libcuda.so.1 access the memory of other devices.

#ifndef FAKE_CUDA_PEERS_H_
#define FAKE_CUDA_PEERS_H_

#include "context.h"

namespace fake_cuda {

bool CanAccessPeers();

// A stream of the current context copies from or to that memory of another device.
void NotePeerCopy(Address memory);

}  // namespace fake_cuda

#endif  // FAKE_CUDA_PEERS_H_
