//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/elementwise.h"
#include "reference/formula.h"

namespace @plugin.name@ {

namespace formula {

struct FloorMod {
  template <typename T>
  T operator()(T x, T y) const {
    return floormod(x, y);
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T>
class FloorModOp : public BinaryOp<T, formula::FloorMod, T, NonZeroDivisor> {
 public:
  using BinaryOp<T, formula::FloorMod, T, NonZeroDivisor>::BinaryOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
