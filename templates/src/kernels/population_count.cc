#include <type_traits>

#include "reference/elementwise.h"

namespace @plugin.name@ {

namespace formula {

struct PopulationCount {
  template <typename T>
  uint8_t operator()(T x) const {
    return static_cast<uint8_t>(
        __builtin_popcountll(static_cast<uint64_t>(static_cast<std::make_unsigned_t<T>>(x))));
  }
};

}  // namespace formula

// @kernel.signature@
template <typename T>
class PopulationCountOp : public UnaryOp<T, formula::PopulationCount, uint8_t> {
 public:
  using UnaryOp<T, formula::PopulationCount, uint8_t>::UnaryOp;
};

//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end

}  // namespace @plugin.name@
