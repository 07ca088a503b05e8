// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyAdadelta(var: resource, accum: resource, accum_update: resource, lr: T, rho: T,
//     epsilon: T, grad: T)
template <typename T>
class ResourceApplyAdadeltaOp  // updates every element
    : public VariableTrainingOp<T, AdadeltaRule> {
 public:
  using VariableTrainingOp<T, AdadeltaRule>::VariableTrainingOp;
};

}  // namespace pluggable
