//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/elementwise.h"
#include "reference/formula.h"

namespace @plugin.name@ {

namespace formula {

struct Pow {
  template <typename T>
  T operator()(T x, T y) const {
    return pow(x, y);
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T>
class PowOp : public BinaryOp<T, formula::Pow, T, NonNegativeExponent> {
 public:
  using BinaryOp<T, formula::Pow, T, NonNegativeExponent>::BinaryOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
