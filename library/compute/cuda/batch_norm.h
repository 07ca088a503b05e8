// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Batch normalizations by cuDNN, if it is installed and faster.

#ifndef PLUGGABLE_COMPUTE_CUDA_BATCH_NORM_H_
#define PLUGGABLE_COMPUTE_CUDA_BATCH_NORM_H_

#include <functional>

#include "pluggable/stream.h"

#include "compute/batch_norm.h"
#include "compute/device/launch_kernel.h"

namespace pluggable::compute {

// Enqueues the plan. by_kernels() does the same with the kernels of compute/device. When sizes are
// new, both ways are measured, and the process keeps the faster one. Returns nothing if neither
// cuDNN nor the kernels can compute the plan.
Launched ByCudnnOrKernels(const Stream& stream, const BatchNormPlan& plan,
                          const std::function<Launched()>& by_kernels);
// The same for the gradient.
Launched ByCudnnOrKernels(const Stream& stream, const BatchNormGradientPlan& plan,
                          const std::function<Launched()>& by_kernels);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CUDA_BATCH_NORM_H_
