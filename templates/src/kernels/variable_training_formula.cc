//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace @plugin.name@ {

namespace {

template <typename T>
using Training = VariableTrainingOp<T, @kernel.formula@>;

}  // namespace

// @kernel.signature@
template <typename T>
class @kernel.class@ : public Training<T> {
 public:
  using Training<T>::Training;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
