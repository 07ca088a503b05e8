//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "@plugin.name@/op_kernel.h"

#include "reference/arg_reduction.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T, typename Tidx, typename output_type>
class ArgMaxOp : public ArgReductionOp<T, output_type, /*kLargest=*/true> {
 public:
  using ArgReductionOp<T, output_type, true>::ArgReductionOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
