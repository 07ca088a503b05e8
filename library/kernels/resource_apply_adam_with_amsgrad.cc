// Part of plugingen's library, the same in every project; `plugingen eject` makes a file yours.

#include "pluggable/half.h"

#include "reference/dense_training_rules.h"
#include "reference/variable_training.h"

namespace pluggable {

// ResourceApplyAdamWithAmsgrad(var: resource, m: resource, v: resource, vhat: resource,
//     beta1_power: T, beta2_power: T, lr: T, beta1: T, beta2: T, epsilon: T, grad: T)
template <typename T>
class ResourceApplyAdamWithAmsgradOp : public VariableTrainingOp<T, AdamWithAmsgradRule> {
 public:
  using VariableTrainingOp<T, AdamWithAmsgradRule>::VariableTrainingOp;
};

}  // namespace pluggable
