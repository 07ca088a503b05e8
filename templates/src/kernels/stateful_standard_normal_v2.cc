//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/random_state.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename dtype, typename shape_dtype>
class StatefulStandardNormalV2Op : public VariableRandomOp<Normal<dtype>> {
 public:
  using VariableRandomOp<Normal<dtype>>::VariableRandomOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
