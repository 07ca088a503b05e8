//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/elementwise.h"
#include "reference/special_functions.h"

namespace @plugin.name@ {

namespace formula {

struct @kernel.op@ {
  static constexpr int64_t kCost = kSpecialFunctionCost;

  template <typename T>
  T operator()(T x, T y) const {
    return @kernel.formula@;
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T>
class @kernel.class@ : public BinaryOp<T, formula::@kernel.op@> {
 public:
  using BinaryOp<T, formula::@kernel.op@>::BinaryOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
