#include "reference/reduction.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename Tidx>
class AllOp : public ReductionOp<bool, AllReducer> {
 public:
  using ReductionOp<bool, AllReducer>::ReductionOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
