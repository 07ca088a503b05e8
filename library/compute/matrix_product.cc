// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/matrix_product.h"

namespace pluggable::compute {

Status MatrixProduct(const Stream& stream, const MatrixProductPlan& plan) {
  return OnHost(stream, plan);
}

}  // namespace pluggable::compute
