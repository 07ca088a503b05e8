// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Matrix products by cuBLASLt.

#ifndef PLUGGABLE_COMPUTE_CUDA_MATRIX_PRODUCT_H_
#define PLUGGABLE_COMPUTE_CUDA_MATRIX_PRODUCT_H_

#include "pluggable/stream.h"

#include "compute/device/launch_kernel.h"
#include "compute/matrix_product.h"

namespace pluggable::compute {

// Returns nothing if cuBLASLt is not installed or has failed, and for products that it does not
// compute: those of integers, of depth 0, and batches without constant strides.
Launched ByCublas(const Stream& stream, const MatrixProductPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CUDA_MATRIX_PRODUCT_H_
