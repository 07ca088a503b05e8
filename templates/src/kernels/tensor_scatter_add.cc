//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/scatter_nd.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T, typename Tindices>
class TensorScatterAddOp : public TensorScatterOp<T, Tindices, AddUpdate> {
 public:
  using TensorScatterOp<T, Tindices, AddUpdate>::TensorScatterOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
