// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/resize.h"
#include "reference/resize_nearest.h"

namespace pluggable {

// ResizeNearestNeighbor(images: T, size: int32) -> resized_images: T
template <typename T>
class ResizeNearestNeighborOp : public OpKernel {
 public:
  explicit ResizeNearestNeighborOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override { ComputeResize(ctx, attrs_, PlanOfNearest<T>()); }

 private:
  ResizeAttrs attrs_;
};

}  // namespace pluggable
