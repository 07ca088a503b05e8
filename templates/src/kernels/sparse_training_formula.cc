//% if kernel.uses_half
#include "@plugin.name@/half.h"

//% end
#include "reference/sparse_training.h"
#include "reference/training_rules.h"

namespace @plugin.name@ {

// @kernel.signature@
template <typename T, typename Tindices>
class @kernel.class@  // of the rows that `indices` names
    : public SparseTrainingOp<T, Tindices, @kernel.formula@> {
 public:
  using SparseTrainingOp<T, Tindices, @kernel.formula@>::SparseTrainingOp;
};

// clang-format off
//% for i in kernel.instantiations
template KernelFunctions make_kernel<@i.name@>();
//% end
// clang-format on

}  // namespace @plugin.name@
