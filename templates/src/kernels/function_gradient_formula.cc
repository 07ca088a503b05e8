//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/formula.h"
#include "reference/gradient.h"

namespace @plugin.name@ {

namespace formula {

struct @kernel.op@ {
  template <typename T>
  T operator()(T x, T y) const {
    return @kernel.formula@;
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T>
class @kernel.class@ : public FunctionGradientOp<T, formula::@kernel.op@> {
 public:
  using FunctionGradientOp<T, formula::@kernel.op@>::FunctionGradientOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
