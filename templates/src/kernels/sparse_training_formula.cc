//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace @plugin.name@ {

namespace {

template <typename T, typename Tindices>
using Training = SparseTrainingOp<T, Tindices, @kernel.formula@>;

}  // namespace

// @kernel.signature@
template <typename T, typename Tindices>
class @kernel.class@ : public Training<T, Tindices> {
 public:
  using Training<T, Tindices>::Training;
};

// clang-format off
//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end
// clang-format on

}  // namespace @plugin.name@
