//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/random_op.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename dtype, typename Tshape>
class StatelessRandomUniformFullIntV2Op : public StatelessRandomOp<UniformFullInt<dtype>> {
 public:
  using StatelessRandomOp<UniformFullInt<dtype>>::StatelessRandomOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
