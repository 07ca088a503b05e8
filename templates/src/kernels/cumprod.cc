//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/formula.h"
#include "reference/scan.h"

namespace @plugin.name@ {

namespace formula {

struct Cumprod {
  static constexpr int kFirst = 1;

  template <typename T>
  T operator()(T x, T y) const {
    return product(x, y);
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T, typename Tidx>
class CumprodOp : public ScanOp<T, formula::Cumprod> {
 public:
  using ScanOp<T, formula::Cumprod>::ScanOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
