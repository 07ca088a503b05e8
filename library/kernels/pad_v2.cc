// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"
#include "pluggable/op_kernel.h"

#include "reference/pad.h"

namespace pluggable {

// One kernel for all types T: it copies elements and only needs their size.
class PadV2OfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override {
    const Tensor constant_values = ctx->input(2);
    OP_REQUIRES(ctx, constant_values.dims() == 0,
                errors::InvalidArgument("constant_values must be a scalar. Found: ",
                                        constant_values.shape().DebugString()));
    PadTensor(ctx, constant_values);
  }
};

// PadV2(input: T, paddings: Tpaddings, constant_values: T) -> output: T
template <typename T, typename Tpaddings>
class PadV2Op : public PadV2OfAnyType {
 public:
  using PadV2OfAnyType::PadV2OfAnyType;
};

}  // namespace pluggable
