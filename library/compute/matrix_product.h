// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

// The primitive of MatMul and BatchMatMulV2.

#ifndef PLUGGABLE_COMPUTE_MATRIX_PRODUCT_H_
#define PLUGGABLE_COMPUTE_MATRIX_PRODUCT_H_

#include <cstdint>

#include "pluggable/status.h"
#include "pluggable/stream.h"
#include "pluggable/types.h"

#include "reference/broadcast.h"

namespace pluggable::compute {

// c = a b, for one pair of matrices or for many. All matrices are dense and in row-major order.
//
// c[i, j] is the sum over k of a[i, k] * b[k, j]. half and bfloat16 are summed in float and rounded
// once; integers wrap around. NaN and infinities propagate as in C. If the depth is 0, c is zero.
struct MatrixProductPlan {
  DataType dtype = DT_INVALID;  // of a, b and c: float, double, half, bfloat16, int32 or int64
  int64_t rows = 0;             // of c; at least 1, as are the columns
  int64_t columns = 0;
  int64_t depth = 0;
  bool transpose_a = false;  // a is stored as depth x rows, else as rows x depth
  bool transpose_b = false;  // b is stored as columns x depth, else as depth x columns
  const void* a = nullptr;
  const void* b = nullptr;
  void* c = nullptr;  // overlaps neither a nor b

  // The number of products, at least 1. Their results follow each other in c.
  int64_t batches = 1;
  // Selects the matrices of a and b for each product if there is more than one: a nest whose steps
  // for inputs 0 and 1 count matrices of a and b.
  Broadcast nest;
};

// Enqueues the products on the stream. Fails if that is not possible.
Status MatrixProduct(const Stream& stream, const MatrixProductPlan& plan);

// Computes the same on the host: in device memory, or on copies if the host cannot access that.
Status OnHost(const Stream& stream, const MatrixProductPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_MATRIX_PRODUCT_H_
