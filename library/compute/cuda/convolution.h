// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Convolutions by cuDNN, if it is installed.

#ifndef PLUGGABLE_COMPUTE_CUDA_CONVOLUTION_H_
#define PLUGGABLE_COMPUTE_CUDA_CONVOLUTION_H_

#include "pluggable/stream.h"

#include "compute/convolution.h"
#include "compute/device/launch_kernel.h"

namespace pluggable::compute {

// Enqueues the plan. Returns nothing if cuDNN is missing or does not support the plan; the kernels
// of compute/device compute it then.
Launched ByCudnn(const Stream& stream, const ConvolutionPlan& plan);
// The same for the gradient of the input.
Launched ByCudnn(const Stream& stream, const ConvolutionInputGradientPlan& plan);
// The same for the gradient of the filter.
Launched ByCudnn(const Stream& stream, const ConvolutionFilterGradientPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CUDA_CONVOLUTION_H_
