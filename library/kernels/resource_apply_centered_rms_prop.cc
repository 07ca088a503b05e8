// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyCenteredRMSProp(var: resource, mg: resource, ms: resource, mom: resource, lr: T,
//     rho: T, momentum: T, epsilon: T, grad: T)
template <typename T>
class ResourceApplyCenteredRMSPropOp  // updates every element
    : public VariableTrainingOp<T, CenteredRMSPropRule> {
 public:
  using VariableTrainingOp<T, CenteredRMSPropRule>::VariableTrainingOp;
};

}  // namespace pluggable
