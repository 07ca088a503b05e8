// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Strided copies by the device's own kernels, for primitives that begin or end with one.

#ifndef PLUGGABLE_COMPUTE_DEVICE_STRIDED_COPY_LAUNCH_H_
#define PLUGGABLE_COMPUTE_DEVICE_STRIDED_COPY_LAUNCH_H_

#include "pluggable/stream.h"

#include "compute/device/launch_kernel.h"
#include "compute/strided_copy.h"

namespace pluggable::compute {

// Nothing if the device does not have the kernels: some copies may be on the stream all the same.
// Between results of ops the runtime copies what is dense, and what it knows of the one goes to the
// other, which takes a call of the host while the device is busy. Kernels copy everything else.
Launched LaunchCopies(const Stream& stream, const StridedCopyPlan& plan, bool are_results);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_DEVICE_STRIDED_COPY_LAUNCH_H_
