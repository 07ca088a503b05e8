//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/formula.h"
#include "reference/scan.h"

namespace @plugin.name@ {

namespace formula {

struct Cumsum {
  static constexpr int kFirst = 0;

  template <typename T>
  T operator()(T x, T y) const {
    return sum(x, y);
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T, typename Tidx>
class CumsumOp : public ScanOp<T, formula::Cumsum> {
 public:
  using ScanOp<T, formula::Cumsum>::ScanOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
