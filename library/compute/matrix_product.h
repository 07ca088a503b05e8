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
// An element of c is the sum over k of a[i, k] * b[k, j]. half and bfloat16 are summed in float and
// rounded once; integers wrap around. NaN and infinities spread as in C. Of depth 0 c is zero.
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

  // How many products there are: c has the results one behind the other. At least 1.
  int64_t batches = 1;
  // Which matrices of a and b meet in them, if it is more than one: a nest whose steps of inputs 0
  // and 1 count matrices of a and b.
  Broadcast nest;
};

// Puts the products on the stream. Fails if they cannot be enqueued.
Status MatrixProduct(const Stream& stream, const MatrixProductPlan& plan);

// The same, computed by the host: in the device's memory, or on copies if the host does not reach
// it.
Status OnHost(const Stream& stream, const MatrixProductPlan& plan);

}  // namespace pluggable::compute

#endif  // PLUGGABLE_COMPUTE_MATRIX_PRODUCT_H_
