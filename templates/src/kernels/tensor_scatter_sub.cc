//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/scatter_nd.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T, typename Tindices>
class TensorScatterSubOp : public TensorScatterOp<T, Tindices, SubUpdate> {
 public:
  using TensorScatterOp<T, Tindices, SubUpdate>::TensorScatterOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
