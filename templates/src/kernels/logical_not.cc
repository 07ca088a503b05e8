#include "reference/elementwise.h"

namespace @plugin.name@ {

namespace formula {

struct LogicalNot {
  bool operator()(bool x) const { return !x; }
};

}  // namespace formula

// @kernel.signature@
class LogicalNotOp : public UnaryOp<bool, formula::LogicalNot> {
 public:
  using UnaryOp<bool, formula::LogicalNot>::UnaryOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
