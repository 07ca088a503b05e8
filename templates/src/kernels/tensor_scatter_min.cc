//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/scatter_nd.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T, typename Tindices>
class TensorScatterMinOp : public TensorScatterOp<T, Tindices, MinUpdate> {
 public:
  using TensorScatterOp<T, Tindices, MinUpdate>::TensorScatterOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
