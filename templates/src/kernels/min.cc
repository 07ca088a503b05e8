//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/reduction.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T, typename Tidx>
class MinOp : public ReductionOp<T, MinReducer> {
 public:
  using ReductionOp<T, MinReducer>::ReductionOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
