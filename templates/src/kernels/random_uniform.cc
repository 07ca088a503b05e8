//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/random_op.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename dtype, typename T>
class RandomUniformOp : public StatefulRandomOp<UniformReal<dtype>> {
 public:
  using StatefulRandomOp<UniformReal<dtype>>::StatefulRandomOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
