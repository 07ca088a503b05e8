#include "reference/random_state.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename dtype, typename shape_dtype>
class StatefulUniformFullIntOp : public VariableRandomOp<UniformFullInt<dtype>> {
 public:
  using VariableRandomOp<UniformFullInt<dtype>>::VariableRandomOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
