// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "variables/kept_place_op.h"

#include "pluggable/make_kernel.h"
#include "pluggable/op_kernel.h"
#include "pluggable/variable.h"

#include "plugin/names.h"
#include "variables/kept_value_op.h"

namespace pluggable {

class KeptPlaceOp : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const TensorShape shape = ctx->input_shape(1);
    if (shape != ctx->input_shape(0) || ctx->unread_input(1).TotalBytes() < kSmallestPlace) {
      ctx->set_output(0, ctx->input(1));
      return;
    }
    // Without a place to go to, the copy is of no use, but an output that was allocated must stay.
    Tensor* kept = nullptr;
    OP_REQUIRES_OK(ctx, ctx->forward_input_or_allocate_output({0}, 0, shape, &kept));
    internal::CopyValue(ctx, ctx->input(1), *kept);
  }
};

template KernelFunctions make_kernel<KeptPlaceOp>();

void RegisterKeptPlaces(const std::function<void(const KernelRow& row)>& add) {
  RegisterKeptOp(names::kKeptPlaceOp, "place: T", &make_kernel<KeptPlaceOp>, add);
}

}  // namespace pluggable
