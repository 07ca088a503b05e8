//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/pad.h"

namespace @plugin.name@ {

// Elements are only moved: their size is all that matters of their type.
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

// @kernel.signature@
template <typename T, typename Tpaddings>
class PadV2Op : public PadV2OfAnyType {
 public:
  using PadV2OfAnyType::PadV2OfAnyType;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
