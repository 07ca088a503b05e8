// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/resize.h"
#include "reference/resize_bilinear.h"

namespace pluggable {

// ResizeBilinear(images: T, size: int32) -> resized_images: float
template <typename T>
class ResizeBilinearOp : public OpKernel {
 public:
  explicit ResizeBilinearOp(OpKernelConstruction* ctx) : OpKernel(ctx) {
    OP_REQUIRES_OK(ctx, attrs_.Read(ctx));
  }

  void Compute(OpKernelContext* ctx) override { ComputeResize(ctx, attrs_, PlanOfBilinear<T>()); }

 private:
  ResizeAttrs attrs_;
};

}  // namespace pluggable
