// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// Matrix products by cuBLASLt.

#ifndef PLUGGABLE_COMPUTE_CUDA_MATRIX_PRODUCT_H_
#define PLUGGABLE_COMPUTE_CUDA_MATRIX_PRODUCT_H_

#include <optional>

#include "pluggable/status.h"
#include "pluggable/stream.h"

#include "compute/matrix_product.h"

namespace pluggable::compute {

// What cuBLASLt computes from a product before it rounds: ReLU(product + bias + addend).
struct ProductEpilogue {
  const void* bias = nullptr;    // plan.columns elements; null for none
  const void* addend = nullptr;  // with the layout of plan.c, and not plan.c; null for none
  bool has_relu = false;
};

// Enqueues the products. Returns nothing if cuBLASLt is not installed or has failed, and for
// products that it does not compute: those of integers, of depth 0, and batches without constant
// strides.
//
// Also returns nothing for a bias at an odd address, for an epilogue that cuBLASLt does not
// support, and for ReLU as long as it is not known whether cuBLASLt's keeps NaN: at least at the
// first two uses of a shape, or always if the program requests determinism.
std::optional<Status> ByCublas(const Stream& stream, const MatrixProductPlan& plan,
                               const ProductEpilogue& epilogue = {});

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_CUDA_MATRIX_PRODUCT_H_
