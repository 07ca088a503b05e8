//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/elementwise.h"
#include "reference/formula.h"
#include "reference/quotient.h"

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
class @kernel.class@ : public QuotientOp<T, formula::@kernel.op@> {
 public:
  using QuotientOp<T, formula::@kernel.op@>::QuotientOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
