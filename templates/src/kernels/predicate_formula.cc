//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/elementwise.h"
#include "reference/formula.h"

namespace @plugin.name@ {

namespace formula {

struct @kernel.op@ {
  template <typename T>
  bool operator()(T x) const {
    return @kernel.formula@;
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T>
class @kernel.class@ : public UnaryOp<T, formula::@kernel.op@, bool> {
 public:
  using UnaryOp<T, formula::@kernel.op@, bool>::UnaryOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
