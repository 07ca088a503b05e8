//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/scatter_nd.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T, typename Tindices>
class TensorScatterMaxOp : public TensorScatterOp<T, Tindices, MaxUpdate> {
 public:
  using TensorScatterOp<T, Tindices, MaxUpdate>::TensorScatterOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
