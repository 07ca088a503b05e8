//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/random_op.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename dtype, typename T>
class TruncatedNormalOp : public StatefulRandomOp<TruncatedNormal<dtype>> {
 public:
  using StatefulRandomOp<TruncatedNormal<dtype>>::StatefulRandomOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
