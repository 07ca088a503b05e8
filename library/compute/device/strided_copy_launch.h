// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Strided copies by kernels, for primitives that start or end with one.

#ifndef PLUGGABLE_COMPUTE_DEVICE_STRIDED_COPY_LAUNCH_H_
#define PLUGGABLE_COMPUTE_DEVICE_STRIDED_COPY_LAUNCH_H_

#include "pluggable/stream.h"

#include "compute/device/launch_kernel.h"
#include "compute/strided_copy.h"

namespace pluggable::compute {

// Nothing if the device lacks the kernels; some copies may be enqueued even then. Between results
// of ops, the runtime does dense copies, since it must copy its marks of failures as well. That
// takes a host function while the device is busy. Kernels do all other copies.
Launched LaunchCopies(const Stream& stream, const StridedCopyPlan& plan, bool are_results);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_STRIDED_COPY_LAUNCH_H_
