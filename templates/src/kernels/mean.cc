//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/reduction.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T, typename Tidx>
class MeanOp : public ReductionOp<T, MeanReducer> {
 public:
  using ReductionOp<T, MeanReducer>::ReductionOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
