//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/random_state.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename dtype, typename shape_dtype>
class StatefulTruncatedNormalOp : public VariableRandomOp<TruncatedNormal<dtype>> {
 public:
  using VariableRandomOp<TruncatedNormal<dtype>>::VariableRandomOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
