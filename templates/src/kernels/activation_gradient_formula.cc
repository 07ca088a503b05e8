//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/formula.h"
#include "reference/gradient.h"

namespace @plugin.name@ {

namespace formula {

struct @kernel.op@ {
  static constexpr const char* kOp = "@kernel.op@";

  template <typename T>
  T operator()(T x, T y) const {
    return @kernel.formula@;
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T>
class @kernel.class@ : public ActivationGradientOp<T, formula::@kernel.op@> {
 public:
  using ActivationGradientOp<T, formula::@kernel.op@>::ActivationGradientOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
