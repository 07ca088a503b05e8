// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Measures whether one of NVIDIA's libraries or the kernels of compute/device are faster.

#ifndef PLUGGABLE_COMPUTE_CUDA_FASTER_WAY_H_
#define PLUGGABLE_COMPUTE_CUDA_FASTER_WAY_H_

#include <functional>

#include "pluggable/status.h"
#include "pluggable/stream.h"

#include "compute/device/launch_kernel.h"

namespace pluggable::compute {

// A way to compute some results: enqueues the work. Returns nothing if it is not able to.
using Way = std::function<Launched()>;

enum class Faster { kUnknown, kKernels, kLibrary };

struct Comparison {
  Faster faster = Faster::kUnknown;
  Status error;              // of the op's earlier work, which nobody else reports
  bool is_measured = false;  // both ways are able to compute, in these milliseconds
  float of_kernels = 0;
  float of_library = 0;
};

// Computes several times in both ways, and waits for the stream. So neither may overwrite what it
// reads. The result is kUnknown if other threads make the stream wait for the host, or if CUDA
// cannot measure. The device's context must be current.
Comparison Compare(const Stream& stream, const Way& by_kernels, const Way& by_library);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CUDA_FASTER_WAY_H_
