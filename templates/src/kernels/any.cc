#include "reference/reduction.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename Tidx>
class AnyOp : public ReductionOp<bool, AnyReducer> {
 public:
  using ReductionOp<bool, AnyReducer>::ReductionOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
