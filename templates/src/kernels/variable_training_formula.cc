//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T>
class @kernel.class@  // of every element
    : public VariableTrainingOp<T, @kernel.formula@> {
 public:
  using VariableTrainingOp<T, @kernel.formula@>::VariableTrainingOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
