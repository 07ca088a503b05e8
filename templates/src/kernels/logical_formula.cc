#include "reference/elementwise.h"

namespace @plugin.name@ {

namespace formula {

struct @kernel.op@ {
  bool operator()(bool x, bool y) const { return @kernel.formula@; }
};

}  // namespace formula

// @kernel.signature@
class @kernel.class@ : public BinaryOp<bool, formula::@kernel.op@> {
 public:
  using BinaryOp<bool, formula::@kernel.op@>::BinaryOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
