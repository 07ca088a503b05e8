// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyRMSProp(var: resource, ms: resource, mom: resource, lr: T, rho: T, momentum: T,
//     epsilon: T, grad: T)
template <typename T>
class ResourceApplyRMSPropOp  // updates every element
    : public VariableTrainingOp<T, RMSPropRule> {
 public:
  using VariableTrainingOp<T, RMSPropRule>::VariableTrainingOp;
};

}  // namespace pluggable
