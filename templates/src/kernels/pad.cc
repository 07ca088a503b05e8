//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/pad.h"

namespace @plugin.name@ {

// Elements are only moved: their size is all that matters of their type.
class PadOfAnyType : public OpKernel {
 public:
  using OpKernel::OpKernel;

  void Compute(OpKernelContext* ctx) override { PadTensor(ctx, Tensor()); }
};

// @kernel.signature@
template <typename T, typename Tpaddings>
class PadOp : public PadOfAnyType {
 public:
  using PadOfAnyType::PadOfAnyType;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
