#include "reference/reduction.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename Tidx>
class AnyOp : public ReductionOp<bool, Tidx, AnyReducer> {
 public:
  using ReductionOp<bool, Tidx, AnyReducer>::ReductionOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
