// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "reference/training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyProximalAdagrad(var: resource, accum: resource, lr: T, l1: T, l2: T, grad: T)
template <typename T>
class ResourceApplyProximalAdagradOp  // updates every element
    : public VariableTrainingOp<T, ProximalAdagradRule> {
 public:
  using VariableTrainingOp<T, ProximalAdagradRule>::VariableTrainingOp;
};

}  // namespace pluggable
