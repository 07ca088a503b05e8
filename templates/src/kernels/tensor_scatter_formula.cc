//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/formula.h"
#include "reference/scatter_nd.h"

namespace @plugin.name@ {

namespace formula {

struct @kernel.op@ {
  template <typename T>
  T operator()([[maybe_unused]] T x, T y) const {
    return @kernel.formula@;
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T, typename Tindices>
class @kernel.class@ : public TensorScatterOp<T, Tindices, formula::@kernel.op@> {
 public:
  using TensorScatterOp<T, Tindices, formula::@kernel.op@>::TensorScatterOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
