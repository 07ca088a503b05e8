//% if kernel.uses_half
#include "@plugin.name@/half.h"
//% end
#include "reference/elementwise.h"

namespace @plugin.name@ {

namespace formula {

struct Equal {
  template <typename T>
  bool operator()(T x, T y) const {
    return x == y;
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T>
class EqualOp : public EqualityOp<T, formula::Equal, /*kForUnlike=*/false> {
 public:
  using EqualityOp<T, formula::Equal, false>::EqualityOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
