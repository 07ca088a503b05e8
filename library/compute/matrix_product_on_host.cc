// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "compute/dtype_switch.h"
#include "compute/matrix_product.h"
#include "compute/on_host.h"
#include "reference/batch_matmul.h"

namespace pluggable::compute {

Status OnHost(const Stream& stream, const MatrixProductPlan& plan) {
  const OnHostScope scope(stream, "matrix_product");
  return SwitchDtype<float, double, int32_t, int64_t, half, bfloat16>(plan.dtype, [&](auto type) {
    using T = typename decltype(type)::type;
    stream.Enqueue(MatrixProductsCost(plan), [plan] {
      RunMatrixProducts<T>(plan, OnDevice(static_cast<const T*>(plan.a)),
                           OnDevice(static_cast<const T*>(plan.b)),
                           OnDevice(static_cast<T*>(plan.c)), &ThreadPool::Global());
    });
  });
}

}  // namespace pluggable::compute
